// The pictures of a document: a mark where each stands, and those of the part that is shown in the
// result.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "base/request.h"
#include "base/tool_result.h"

namespace lectern {

/// Where the bytes of pictures come from.
class PictureSource {
 public:
  virtual ~PictureSource() = default;
  /// The bytes of the picture that the reader knows as `key`, at most `max_bytes` from its start
  /// when `whole` is false. An error has the bare reason.
  virtual Result<ByteVector> picture(std::string_view key, std::uint64_t max_bytes, bool whole) = 0;
};

/// Where a picture's bytes are, for readers whose keys say so: "offset+bytes", and what the reader
/// adds to it.
struct PicturePlace {
  std::uint64_t offset = 0;
  std::uint64_t bytes = 0;
};
PicturePlace picture_place(std::string_view key);

class DocumentPictures {
 public:
  /// \param source, options  must outlive this.
  DocumentPictures(PictureSource& source, const ReadOptions& options)
      : source_(source), options_(options) {}

  /// What stands in the text for a picture: `[Image 2: 640x400 PNG: "alt text"]`. A picture that
  /// stands in several places has one number.
  std::string mark(std::string_view key, std::string_view alt);

  /// Adds the pictures whose marks are in `result.content` to `result`, each behind the line with
  /// its first mark, and divides the content into parts there. Call it once, when the content is
  /// complete.
  void deliver(ToolResult& result);

  std::uint64_t count() const { return keys_.size(); }

 private:
  /// What stands for it after its number.
  std::string describe(std::string_view key);

  PictureSource& source_;
  const ReadOptions& options_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::vector<std::string> keys_;          ///< by number, from 1 on
  std::vector<std::string> descriptions_;  ///< the same
};

}  // namespace lectern
