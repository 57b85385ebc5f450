#include "documents/xml/xml_reader.h"

#include <algorithm>
#include <cstring>

#include "base/format.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kCdata = "<![CDATA[";
constexpr std::string_view kCdataEnd = "]]>";
/// No entity that is known is longer.
constexpr std::size_t kMaxEntityBytes = 16;

bool is_name_end(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '/' || c == '=' || c == '>';
}

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

/// Appends `raw` with entities replaced and line ends as LF.
/// \param after_cr  the text before ended with CR; says so of this one then.
void append_unescaped(std::string_view raw, bool is_attribute, bool& after_cr, std::string& out) {
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

bool needs_unescaping(std::string_view raw) {
  return std::memchr(raw.data(), '&', raw.size()) != nullptr ||
         std::memchr(raw.data(), '\r', raw.size()) != nullptr;
}

}  // namespace

XmlReader::XmlReader(ByteStream& source, const EncodingTables& tables) : source_(source, tables) {}

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

XmlReader::Event XmlReader::finish(std::string_view reason) {
  if (error_) return event_ = Event::kDone;
  if (!reason.empty()) return fail(ErrorCode::kCorruptDocument, reason);
  return event_ = Event::kDone;
}

XmlReader::Event XmlReader::fail(ErrorCode code, std::string_view reason) {
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
        const std::string open(std::string_view(open_names_).substr(open_.back().name_start));
        return finish(compose({"it ends inside of <{}>", open}));
      }
      return finish(seen_root_ ? "" : "it has no element");
    }
    if (buffer_[position_] != '<') {
      const bool is_inside = depth_ > 0;
      if (read_text() == Event::kDone || (is_inside && !text_.empty())) return event_;
      continue;
    }
    after_cr_ = false;
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
bool XmlReader::skip_until(std::string_view end) {
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
bool XmlReader::skip_doctype() {
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
    append_unescaped(raw, false, after_cr_, text_storage_);
    text_ = text_storage_;
  }
  position_ += size;
  return event_ = Event::kText;
}

XmlReader::Event XmlReader::read_cdata() {
  text_ = {};
  std::size_t end = buffer_.find(kCdataEnd, position_);
  if (end == std::string::npos) {
    // The brackets of its end may stand at the end of the piece.
    end = std::min(buffer_.find_last_not_of(']') + 1, buffer_.size());
    if (end <= position_) {
      if (fill()) return event_ = Event::kText;
      return finish("a CDATA section does not end");
    }
    text_ = rest().substr(0, end - position_);
    position_ = end;
  } else {
    text_ = rest().substr(0, end - position_);
    position_ = end + kCdataEnd.size();
    in_cdata_ = false;
  }
  return event_ = Event::kText;
}

/// The next tag without its brackets; nullopt after an error.
std::optional<std::string_view> XmlReader::take_tag() {
  std::size_t at = position_ + 1;
  char quote = 0;
  while (true) {
    const std::size_t end = std::min(buffer_.size(), position_ + kMaxTagBytes);
    for (; at < end; ++at) {
      const char c = buffer_[at];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        const std::string_view tag =
            std::string_view(buffer_).substr(position_ + 1, at - position_ - 1);
        position_ = at + 1;
        return tag;
      } else if (c == '<') {
        fail(ErrorCode::kCorruptDocument, "a tag holds <");
        return std::nullopt;
      }
    }
    const std::size_t seen = at - position_;
    if (seen >= kMaxTagBytes) {
      fail(ErrorCode::kLimitExceeded, compose({"a tag has more than {,} bytes", kMaxTagBytes}));
      return std::nullopt;
    }
    if (!fill()) {
      finish("a tag does not end");
      return std::nullopt;
    }
    at = position_ + seen;
  }
}

XmlReader::Event XmlReader::read_start(std::string_view tag) {
  const bool is_empty = tag.ends_with('/');
  if (is_empty) tag.remove_suffix(1);
  std::size_t end = 0;
  while (end < tag.size() && !is_name_end(tag[end])) ++end;
  const std::string_view whole = tag.substr(0, end);
  if (whole.empty()) return fail(ErrorCode::kCorruptDocument, "a tag has no name");
  if (depth_ == 0 && seen_root_) {
    return fail(ErrorCode::kCorruptDocument, "a second element stands behind the first");
  }
  if (depth_ == kMaxDepth) {
    return fail(ErrorCode::kLimitExceeded,
                compose({"elements are nested more than {,} deep", kMaxDepth}));
  }
  seen_root_ = true;
  ++depth_;
  if (!take_attributes(tag.substr(end)) || !bind_namespaces()) return event_;
  const std::size_t colon = whole.find(':');
  const std::string_view prefix = colon == whole.npos ? "" : whole.substr(0, colon);
  space_ = space_of(prefix);
  name_ = colon == whole.npos ? whole : whole.substr(colon + 1);
  for (Attribute& attribute : attributes_) {
    const std::size_t at = attribute.name.find(':');
    if (at == attribute.name.npos) continue;
    attribute.space = space_of(attribute.name.substr(0, at));
    attribute.name.remove_prefix(at + 1);
  }
  open_.push_back({open_names_.size(), space_, colon == whole.npos ? 0 : colon + 1});
  open_names_ += whole;
  end_is_due_ = is_empty;
  return event_ = Event::kStart;
}

XmlReader::Event XmlReader::read_end(std::string_view tag) {
  const std::string_view whole = tag.substr(0, tag.find_first_of(kBlanks));
  if (depth_ == 0) return fail(ErrorCode::kCorruptDocument, compose({"</{}> ends nothing", whole}));
  const Open& open = open_.back();
  const std::string_view expected = std::string_view(open_names_).substr(open.name_start);
  if (whole != expected) {
    return fail(ErrorCode::kCorruptDocument,
                compose({"</{}> stands where <{}> has to end", whole, expected}));
  }
  space_ = open.space;
  name_ = whole.substr(open.prefix_bytes);
  pop_is_due_ = true;
  return event_ = Event::kEnd;
}

/// Attributes as they stand, their names with prefixes. False after an error.
bool XmlReader::take_attributes(std::string_view text) {
  attributes_.clear();
  attribute_storage_.clear();
  // No value is longer than it stands there, so that the views stay.
  attribute_storage_.reserve(text.size());
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) return true;
    std::size_t end = 0;
    while (end < text.size() && !is_name_end(text[end])) ++end;
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (name.empty() || !text.starts_with('=')) {
      fail(ErrorCode::kCorruptDocument, compose({"the attribute {} has no value", name}));
      return false;
    }
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::size_t close =
        text.empty() || (text[0] != '"' && text[0] != '\'') ? text.npos : text.find(text[0], 1);
    if (close == text.npos) {
      fail(ErrorCode::kCorruptDocument, compose({"the value of {} has no quotes", name}));
      return false;
    }
    if (attributes_.size() == kMaxAttributes) {
      fail(ErrorCode::kLimitExceeded, compose({"more than {,} attributes", kMaxAttributes}));
      return false;
    }
    std::string_view value = text.substr(1, close - 1);
    text.remove_prefix(close + 1);
    if (value.find_first_of("&\r\n\t") != value.npos) {
      const std::size_t start = attribute_storage_.size();
      bool after_cr = false;
      append_unescaped(value, true, after_cr, attribute_storage_);
      value = std::string_view(attribute_storage_).substr(start);
    }
    attributes_.push_back({Xmlns::kNone, name, value});
  }
}

/// Takes the declarations of namespaces out of the attributes. False after an error.
bool XmlReader::bind_namespaces() {
  std::size_t kept = 0;
  for (const Attribute& attribute : attributes_) {
    const bool is_default = attribute.name == "xmlns";
    if (!is_default && !attribute.name.starts_with("xmlns:")) {
      attributes_[kept++] = attribute;
      continue;
    }
    if (bindings_.size() == kMaxAttributes) {
      fail(ErrorCode::kLimitExceeded, compose({"more than {,} namespaces", kMaxAttributes}));
      return false;
    }
    bindings_.push_back({std::string(is_default ? "" : attribute.name.substr(6)),
                         xmlns_of(attribute.value), depth_});
  }
  attributes_.resize(kept);
  return true;
}

/// Forgets the innermost element, which has ended.
void XmlReader::unbind() {
  pop_is_due_ = false;
  while (!bindings_.empty() && bindings_.back().depth == depth_) bindings_.pop_back();
  open_names_.resize(open_.back().name_start);
  open_.pop_back();
  --depth_;
}

Xmlns XmlReader::space_of(std::string_view prefix) const {
  for (std::size_t i = bindings_.size(); i-- > 0;) {
    if (bindings_[i].prefix == prefix) return bindings_[i].space;
  }
  if (prefix == "xml") return Xmlns::kXml;
  return prefix.empty() ? Xmlns::kNone : Xmlns::kUnknown;
}

bool XmlReader::next_in(std::size_t depth) {
  next();
  return event_ != Event::kDone && !(event_ == Event::kEnd && depth_ == depth);
}

void XmlReader::skip() {
  const std::size_t depth = depth_;
  while (next_in(depth)) {
  }
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

bool XmlReader::is_blank() const { return text_.find_first_not_of(kBlanks) == text_.npos; }

}  // namespace lectern
