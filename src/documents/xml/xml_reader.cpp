#include "documents/xml/xml_reader.h"

#include <algorithm>
#include <cstring>

#include "base/format.h"
#include "documents/xml/xml_characters.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kCdata = "<![CDATA[";
/// No entity that is known is longer.
constexpr std::size_t kMaxEntityBytes = 16;

/// XML 1.0, production 2; what no document may hold becomes U+FFFD.
char32_t allowed(std::uint32_t code) {
  const bool is_allowed = code == 9 || code == 10 || code == 13 ||
                          (code >= 0x20 && code < 0xD800) || (code >= 0xE000 && code < 0xFFFE) ||
                          (code >= 0x10000 && code < 0x110000);
  return is_allowed ? static_cast<char32_t>(code) : U'\uFFFD';
}

/// Appends what `entity`, without "&" and ";", stands for. False when nobody knows.
bool append_entity(std::string_view entity, std::string& out) {
  struct Named {
    std::string_view name;
    char character;
  };
  constexpr Named kNamed[] = {
      {"lt", '<'}, {"gt", '>'}, {"amp", '&'}, {"quot", '"'}, {"apos", '\''}};
  for (const Named& named : kNamed) {
    if (entity != named.name) continue;
    out += named.character;
    return true;
  }
  if (entity.size() < 2 || entity[0] != '#') return false;
  const bool is_hex = entity[1] == 'x';
  const std::string_view digits = entity.substr(is_hex ? 2 : 1);
  if (digits.empty()) return false;
  std::uint32_t code = 0;
  for (const char c : digits) {
    std::uint32_t digit = 16;
    if (c >= '0' && c <= '9') digit = static_cast<std::uint32_t>(c - '0');
    if (is_hex && c >= 'a' && c <= 'f') digit = static_cast<std::uint32_t>(c - 'a') + 10;
    if (is_hex && c >= 'A' && c <= 'F') digit = static_cast<std::uint32_t>(c - 'A') + 10;
    if (digit == 16) return false;
    code = std::min<std::uint32_t>(code * (is_hex ? 16 : 10) + digit, 0x110000);
  }
  append_utf8(allowed(code), out);
  return true;
}

bool needs_unescaping(std::string_view raw) {
  return std::memchr(raw.data(), '&', raw.size()) != nullptr ||
         std::memchr(raw.data(), '\r', raw.size()) != nullptr;
}

}  // namespace

void append_unescaped_xml(std::string_view raw, bool is_attribute, bool& after_cr,
                          std::string& out) {
  for (std::size_t i = 0; i < raw.size(); ++i) {
    const char c = raw[i];
    const bool is_crlf = c == '\n' && after_cr;
    after_cr = c == '\r';
    if (is_crlf) continue;
    if (is_attribute && (c == '\n' || c == '\r' || c == '\t')) {
      out += ' ';
    } else if (c == '\r') {
      out += '\n';
    } else if (c == '&') {
      const std::size_t end = raw.substr(0, i + kMaxEntityBytes).find(';', i);
      if (end != raw.npos && append_entity(raw.substr(i + 1, end - i - 1), out)) {
        i = end;
      } else {
        out += c;
      }
    } else {
      out += c;
    }
  }
}

XmlReader::XmlReader(ByteStream& source, const EncodingTables& tables) : source_(source, tables) {
  // As much as most documents take: a package has hundreds of small ones.
  attributes_.reserve(8);
  open_.reserve(16);
  open_names_.resize(128);
}

/// Makes room and takes the next piece. False at the end of the document and after an error.
bool XmlReader::fill() {
  if (at_end_ || error_) return false;
  dropped_ += position_;
  buffer_.erase(0, position_);
  position_ = 0;
  Result<bool> more = source_.append_to(buffer_);
  if (!more) {
    error_ = std::move(more).error();
    return false;
  }
  at_end_ = !*more;
  return *more;
}

bool XmlReader::has(std::string_view start) {
  while (buffer_.size() - position_ < start.size()) {
    if (!fill()) return false;
  }
  return rest().starts_with(start);
}

[[gnu::cold]] XmlReader::Event XmlReader::finish(std::string_view reason) {
  if (error_) return event_ = Event::kDone;
  if (!reason.empty()) return fail(ErrorCode::kCorruptDocument, reason);
  return event_ = Event::kDone;
}

[[gnu::cold]] XmlReader::Event XmlReader::fail(ErrorCode code, std::string_view reason) {
  const std::uint64_t place = dropped_ + position_;
  error_ =
      Error{code,
            {"{} at byte {}: {}",
             code == ErrorCode::kLimitExceeded ? "too large" : "not well-formed", place, reason},
            place};
  return event_ = Event::kDone;
}

XmlReader::Event XmlReader::next() {
  if (event_ == Event::kDone) return event_;
  if (end_is_due_) {
    end_is_due_ = false;
    pop_is_due_ = true;
    return event_ = Event::kEnd;
  }
  if (pop_is_due_) unbind();
  while (true) {
    if (in_cdata_) {
      if (read_cdata() == Event::kDone || !text_.empty()) return event_;
      continue;
    }
    if (position_ == buffer_.size() && !fill()) {
      if (depth_ > 0) {
        return finish(compose({"it ends inside of <{}>", open_name()}));
      }
      return finish(seen_root_ ? "" : "it has no element");
    }
    if (buffer_[position_] != '<') {
      const bool is_inside = depth_ > 0;
      if (read_text() == Event::kDone || (is_inside && !text_.empty())) return event_;
      continue;
    }
    after_cr_ = false;
    if (take_end() || take_start()) return event_;
    if (!has("<!") && !has("<?")) {
      const auto tag = take_tag();
      if (!tag) return event_;
      return tag->starts_with('/') ? read_end(tag->substr(1)) : read_start(*tag);
    }
    if (has(kCdata)) {
      position_ += kCdata.size();
      in_cdata_ = true;
    } else if (has("<!--")) {
      position_ += 4;
      if (!skip_until("-->")) return finish("a comment does not end");
    } else if (has("<?")) {
      if (!skip_until("?>")) return finish("a processing instruction does not end");
    } else if (!skip_doctype()) {
      return finish("a declaration does not end");
    }
  }
}

std::string_view XmlReader::ahead() {
  constexpr std::size_t kLevels = 4;
  if (event_ == Event::kDone || end_is_due_ || in_cdata_) return {};
  if (pop_is_due_) unbind();
  return depth_ == 0 || depth_ + kLevels > kMaxDepth ? std::string_view() : rest();
}

/// Goes behind `end`. False when it does not come.
[[gnu::cold]] bool XmlReader::skip_until(std::string_view end) {
  while (true) {
    const std::size_t found = buffer_.find(end, position_);
    if (found != std::string::npos) {
      position_ = found + end.size();
      return true;
    }
    position_ = std::max(position_, buffer_.size() - std::min(buffer_.size(), end.size() - 1));
    if (!fill()) return false;
  }
}

/// A document type with its declarations, which are not read.
[[gnu::cold]] bool XmlReader::skip_doctype() {
  std::size_t depth = 0;
  char quote = 0;
  while (true) {
    for (; position_ < buffer_.size(); ++position_) {
      const char c = buffer_[position_];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || (c == '\'' && depth > 0)) {
        quote = c;
      } else if (c == '<' || c == '[') {
        ++depth;
      } else if (c == '>' || c == ']') {
        depth -= depth > 0 ? 1 : 0;
        if (c == '>' && depth == 0) {
          ++position_;
          return true;
        }
      }
    }
    if (!fill()) return false;
  }
}

XmlReader::Event XmlReader::read_text() {
  const char* const start = buffer_.data() + position_;
  if (const char* const end = next_xml_stop(start, kXmlTextStop); *end == '<' && !after_cr_) {
    text_ = {start, xml_distance(start, end)};
    position_ += text_.size();
    return event_ = Event::kText;
  }
  const std::size_t available = buffer_.size() - position_;
  const void* const found = std::memchr(start, '<', available);
  std::size_t size =
      found ? static_cast<std::size_t>(static_cast<const char*>(found) - start) : available;
  std::string_view raw(start, size);
  if (found == nullptr && !at_end_) {
    // An entity that goes on in the next piece waits for it.
    const std::size_t tail = raw.size() - std::min(raw.size(), kMaxEntityBytes);
    const std::size_t ampersand = raw.find('&', tail) == raw.npos ? raw.npos : raw.rfind('&');
    if (ampersand != raw.npos && raw.find(';', ampersand) == raw.npos)
      raw = raw.substr(0, ampersand);
    if (raw.empty()) {
      if (fill()) return read_text();
      if (error_) return event_ = Event::kDone;
      raw = rest();
    }
    size = raw.size();
  }
  text_ = raw;
  if (after_cr_ || needs_unescaping(raw)) {
    text_storage_.clear();
    append_unescaped_xml(raw, false, after_cr_, text_storage_);
    text_ = text_storage_;
  }
  position_ += size;
  return event_ = Event::kText;
}

[[gnu::cold]] XmlReader::Event XmlReader::read_cdata() {
  text_ = {};
  // By the last byte of its end: brackets may be many.
  const auto ends_at = [this](std::size_t at) {
    return at >= position_ + 2 && buffer_[at - 1] == ']' && buffer_[at - 2] == ']';
  };
  std::size_t end = buffer_.find('>', position_);
  while (end != std::string::npos && !ends_at(end)) end = buffer_.find('>', end + 1);
  if (end == std::string::npos) {
    // The brackets of its end may stand at the end of the piece.
    end = buffer_.size();
    while (end > position_ && buffer_.size() - end < 2 && buffer_[end - 1] == ']') --end;
    if (end <= position_) {
      if (fill()) return event_ = Event::kText;
      return finish("a CDATA section does not end");
    }
    text_ = rest().substr(0, end - position_);
    position_ = end;
  } else {
    text_ = rest().substr(0, end - position_ - 2);
    position_ = end + 1;
    in_cdata_ = false;
  }
  return event_ = Event::kText;
}

bool XmlReader::next_in(std::size_t depth) {
  next();
  return event_ != Event::kDone && !(event_ == Event::kEnd && depth_ == depth);
}

void XmlReader::skip() {
  const std::size_t depth = depth_;
  is_skipping_ = true;
  while (next_in(depth)) {
  }
  is_skipping_ = false;
}

std::string XmlReader::text_inside(std::size_t max_bytes) {
  std::string text;
  const std::size_t depth = depth_;
  while (next_in(depth)) {
    if (event_ == Event::kText && text.size() < max_bytes) text += text_;
  }
  if (text.size() > max_bytes) {
    while (max_bytes > 0 && is_utf8_continuation(static_cast<std::uint8_t>(text[max_bytes])))
      --max_bytes;
    text.resize(max_bytes);
  }
  return text;
}

std::optional<std::string_view> XmlReader::attribute(std::string_view name) const {
  for (const Attribute& attribute : attributes_) {
    if (attribute.name == name && (attribute.space == Xmlns::kNone || attribute.space == space_))
      return attribute.value;
  }
  return std::nullopt;
}

std::optional<std::string_view> XmlReader::attribute(Xmlns space, std::string_view name) const {
  for (const Attribute& attribute : attributes_) {
    if (attribute.name == name && attribute.space == space) return attribute.value;
  }
  return std::nullopt;
}

bool XmlReader::is_blank() const { return text_.find_first_not_of(kXmlBlanks) == text_.npos; }

}  // namespace lectern
