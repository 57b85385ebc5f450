// The messages of an Arrow file (Feather, version 2) or stream: its schema, and where its batches
// and dictionaries lie.
// https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "documents/columnar/arrow_buffers.h"
#include "documents/columnar/arrow_schema.h"
#include "documents/columnar/columnar_table.h"

namespace lectern {

struct ArrowRecordBatch {
  std::uint64_t first = 0;  ///< row
  ArrowBatch batch;
};

struct ArrowDictionary {
  std::int64_t id = 0;
  bool is_delta = false;
  ArrowUnpacked buffers;
  ArrowBatch batch;
};

/// What the messages say, in their order.
struct ArrowContent {
  bool is_file = false;  ///< with a footer, no stream
  ArrowSchema schema;
  std::vector<ArrowRecordBatch> batches;
  std::vector<ArrowDictionary> dictionaries;
  std::uint64_t rows = 0;
};

/// Reads the messages' metadata, not what the batches hold.
class ArrowMessages {
 public:
  ArrowMessages(const ColumnarTools& tools, ArrowContent& content)
      : tools_(tools), content_(content) {}

  /// kNeedsBytes: call it again; kFailed: see `error`.
  ColumnarStep read();
  const std::optional<Error>& error() const { return error_; }

 private:
  struct Block {
    std::uint64_t offset = 0;
    bool is_dictionary = false;
  };
  struct MessageHead {
    std::uint64_t body = 0;
    std::uint64_t end = 0;
    bool is_end = false;
  };

  ColumnarStep failed(Error error);
  ColumnarStep lacking(std::uint64_t at);
  ColumnarStep damaged(std::uint64_t at, std::string_view what);
  ColumnarStep read_footer();
  ColumnarStep read_blocks();
  ColumnarStep read_stream();
  /// Reads the message at `at_`.
  ColumnarStep read_message(MessageHead& head);

  ColumnarTools tools_;
  ArrowContent& content_;
  std::optional<Error> error_;
  bool has_begun_ = false;
  bool has_footer_ = false;
  bool has_schema_ = false;
  std::uint64_t at_ = 0;  ///< the next message
  std::vector<Block> blocks_;
  std::size_t block_ = 0;
  ByteVector room_;
  std::uint64_t kept_bytes_ = 0;  ///< of all batches: what their messages say
};

}  // namespace lectern
