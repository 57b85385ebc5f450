#include "documents/xml/xml_source.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/format.h"

namespace lectern {
namespace {

using namespace std::string_view_literals;

/// The encoding that the declaration names; nullopt for UTF-8 and for none.
std::optional<std::string_view> declared_encoding(std::string_view head) {
  if (!head.starts_with("<?xml")) return std::nullopt;
  const std::string_view declaration = head.substr(0, head.find("?>"));
  std::size_t at = declaration.find("encoding");
  if (at == std::string_view::npos) return std::nullopt;
  at = declaration.find_first_of("\"'", at);
  if (at == std::string_view::npos) return std::nullopt;
  const std::size_t end = declaration.find(declaration[at], at + 1);
  if (end == std::string_view::npos) return std::nullopt;
  return declaration.substr(at + 1, end - at - 1);
}

/// How many bytes at the start are ASCII.
std::size_t ascii_size(ByteSpan bytes) {
  std::size_t at = 0;
  for (std::uint64_t word; bytes.size() - at >= sizeof word; at += sizeof word) {
    std::memcpy(&word, bytes.data() + at, sizeof word);
    if ((word & 0x8080808080808080) != 0) break;
  }
  while (at < bytes.size() && bytes[at] < 0x80) ++at;
  return at;
}

}  // namespace

/// XML 1.0, appendix F.
Result<void> XmlSource::start(std::string_view head) {
  Encoding encoding = Encoding::kUtf8;
  if (head.starts_with("\xFF\xFE") || head.starts_with("<\0"sv)) {
    encoding = Encoding::kUtf16Le;
  } else if (head.starts_with("\xFE\xFF") || head.starts_with("\0<"sv)) {
    encoding = Encoding::kUtf16Be;
  } else if (const auto label = declared_encoding(head)) {
    // A declaration of UTF-16 that is readable as bytes was true of another copy of the file.
    const auto declared = encoding_for_label(*label);
    if (declared && code_unit_bytes(*declared) == 1) encoding = *declared;
  }
  is_utf8_ = encoding == Encoding::kUtf8;
  // What is ASCII as most markup is needs none.
  if (is_utf8_) return {};
  decoder_ = make_decoder(encoding, tables_);
  if (decoder_) return {};
  return fail(ErrorCode::kUnsupportedFormat,
              {"the tables of the encoding {} are not there", encoding_name(encoding)});
}

void XmlSource::append(std::string_view text) { *out_ += text; }

Result<bool> XmlSource::append_to(std::string& text) {
  if (at_end_) return false;
  LECTERN_TRY(ByteSpan piece, bytes_.next());
  if (!has_started_ && !piece.empty()) {
    has_started_ = true;
    LECTERN_CHECK(start(as_chars(piece)));
    for (const std::string_view mark : {"\xEF\xBB\xBF", "\xFF\xFE", "\xFE\xFF"}) {
      if (starts_with(piece, mark)) {
        piece = piece.subspan(mark.size());
        break;
      }
    }
    if (piece.empty()) return true;
  }
  at_end_ = piece.empty();
  if (!decoder_ && !is_utf8_) return false;
  out_ = &text;
  const std::size_t before = text.size();
  if (is_utf8_ && (!decoder_ || decoder_->at_boundary())) {
    // Markup is ASCII, and most text.
    const std::size_t size = ascii_size(piece);
    append(as_chars(piece.first(size)));
    piece = piece.subspan(size);
    if (piece.empty() && !at_end_) return true;
    if (!decoder_ && at_end_) return false;
    if (!decoder_) decoder_ = make_decoder(Encoding::kUtf8, tables_);
  }
  if (at_end_) {
    decoder_->finish(*this);
  } else {
    decoder_->decode(piece, *this);
  }
  return !at_end_ || text.size() > before;
}

}  // namespace lectern
