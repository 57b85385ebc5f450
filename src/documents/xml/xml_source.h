// The text of an XML document as UTF-8, whatever encoding its bytes are in.
#pragma once

#include <memory>
#include <string>

#include "base/byte_stream.h"
#include "base/encoding_tables.h"
#include "text/decoder.h"

namespace lectern {

class XmlSource final : TextSink {
 public:
  /// \param bytes  must outlive the source.
  XmlSource(ByteStream& bytes, const EncodingTables& tables) : bytes_(bytes), tables_(tables) {}

  /// Appends the next piece to `text`, well-formed and of whole characters. False at the end.
  Result<bool> append_to(std::string& text);

 private:
  void append(std::string_view text) override;
  Result<void> start(std::string_view head);

  ByteStream& bytes_;
  EncodingTables tables_;
  bool has_started_ = false;
  bool at_end_ = false;
  bool is_utf8_ = false;
  std::unique_ptr<Decoder> decoder_;  ///< null until something has to be decoded
  std::string* out_ = nullptr;
};

}  // namespace lectern
