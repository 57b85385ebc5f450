#include "documents/sheets/xlsx/shared_strings.h"

#include <algorithm>

#include "text/utf8.h"

namespace lectern {
namespace {

/// Longer than any program writes them: 32,767 characters.
constexpr std::size_t kMaxStringBytes = std::size_t{1} << 20;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/// The four digits of `_xHHHH_` at `at`, or -1.
int escape_at(std::string_view text, std::size_t at) {
  if (at + 7 > text.size() || text[at + 1] != 'x' || text[at + 6] != '_') return -1;
  int value = 0;
  for (std::size_t i = at + 2; i < at + 6; ++i) {
    const int digit = hex_value(text[i]);
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

}  // namespace

std::string unescaped_string(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int value = text[at] == '_' ? escape_at(text, at) : -1;
    if (value < 0) {
      out += text[at];
      continue;
    }
    at += 6;
    // A pair of surrogates is one character.
    if (value >= 0xD800 && value < 0xDC00 && at + 1 < text.size() && text[at + 1] == '_') {
      const int low = escape_at(text, at + 1);
      if (low >= 0xDC00 && low < 0xE000) {
        append_utf8(static_cast<char32_t>(0x10000 + (value - 0xD800) * 0x400 + (low - 0xDC00)),
                    out);
        at += 7;
        continue;
      }
    }
    if (value >= 0xD800 && value < 0xE000) {
      out += kReplacementCharacter;
    } else {
      append_utf8(static_cast<char32_t>(value), out);
    }
  }
  return out;
}

void append_rich_text(XmlReader& xml, std::string& out, std::size_t max_bytes) {
  const std::size_t depth = xml.depth();
  const std::size_t start = out.size();
  while (xml.next_in(depth)) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.name() == "rPh" || xml.name() == "rPr") {
      xml.skip();
    } else if (xml.name() == "t") {
      const std::size_t used = out.size() - start;
      out += xml.text_inside(max_bytes - std::min(max_bytes, used));
    }
  }
  if (out.find("_x", start) != std::string::npos) {
    const std::string text = unescaped_string(std::string_view(out).substr(start));
    out.resize(start);
    out += text;
  }
}

Result<std::string_view> SharedStrings::at(std::uint64_t index) {
  if (index >= ends_.size()) LECTERN_CHECK(read_to(index));
  if (index >= ends_.size()) {
    return fail(ErrorCode::kCorruptDocument, {"there is no shared string {,}", index});
  }
  const auto place = static_cast<std::size_t>(index);
  const std::size_t from = place == 0 ? 0 : ends_[place - 1];
  LECTERN_CHECK(package_.spend_shared(ends_[place] - from));
  return std::string_view(text_).substr(from, ends_[place] - from);
}

Result<void> SharedStrings::read_to(std::uint64_t index) {
  if (is_done_ || part_.empty()) return {};
  if (!reader_) {
    Result<std::unique_ptr<PartReader>> reader = package_.xml(part_);
    if (!reader) {
      is_done_ = true;
      package_.warn(part_, reader.error());
      return {};
    }
    reader_ = *std::move(reader);
  }
  XmlReader& xml = **reader_;
  while (ends_.size() <= index) {
    if (xml.next() == XmlReader::Event::kDone) {
      is_done_ = true;
      if (xml.error()) package_.warn(part_, *xml.error());
      reader_.reset();
      return {};
    }
    if (xml.event() != XmlReader::Event::kStart || xml.name() != "si") continue;
    append_rich_text(xml, text_, kMaxStringBytes);
    ends_.push_back(static_cast<std::uint32_t>(text_.size()));
    const std::uint64_t held = text_.size() + ends_.size() * sizeof(std::uint32_t);
    if (held > max_bytes_) {
      is_done_ = true;
      return fail(ErrorCode::kLimitExceeded,
                  {"{}: its strings take more than {byte}", part_, max_bytes_});
    }
  }
  return {};
}

}  // namespace lectern
