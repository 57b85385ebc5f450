// Tags: names, attributes and the namespaces that they bind.
#include <algorithm>
#include <cstring>

#include "base/format.h"
#include "documents/xml/xml_characters.h"
#include "documents/xml/xml_reader.h"

namespace lectern {
namespace {

/// Prefixes are short, and begin with different letters.
bool is_prefix(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  return a.empty() || (a[0] == b[0] && std::memcmp(a.data(), b.data(), a.size()) == 0);
}

bool is_name_end(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '/' || c == '=' || c == '>';
}

}  // namespace

/// Takes the tag that ends the innermost element when it is the next and has nothing but its name.
/// False when it is not: nothing is taken then.
bool XmlReader::take_end() {
  if (depth_ == 0 || buffer_[position_ + 1] != '/') return false;
  const Open& open = open_.back();
  const std::string_view whole = open_name();
  const char* const tag = buffer_.data() + position_ + 2;
  const std::size_t room = buffer_.size() - position_ - 2;
  if (room <= whole.size() || tag[whole.size()] != '>' ||
      std::memcmp(tag, whole.data(), whole.size()) != 0)
    return false;
  space_ = open.space;
  name_ = {tag + open.prefix_bytes, whole.size() - open.prefix_bytes};
  position_ += whole.size() + 3;
  pop_is_due_ = true;
  event_ = Event::kEnd;
  return true;
}

/// Takes the tag that begins an element when it is here as a whole, written as nearly all are and
/// with nothing to replace. False when it is not: nothing is taken then.
bool XmlReader::take_start() {
  if (depth_ == kMaxDepth || (depth_ == 0 && seen_root_)) return false;
  const char* const start = buffer_.data() + position_ + 1;
  if (*start == '!' || *start == '?') return false;
  const char* at = next_xml_stop(start, kXmlNameStop | kXmlColon);
  const std::size_t prefix_bytes = *at == ':' ? xml_distance(start, at) + 1 : 0;
  at = next_xml_stop(at, kXmlNameStop);
  const std::string_view whole(start, xml_distance(start, at));
  if (whole.empty()) return false;
  bool has_prefixes = false;
  bool has_declarations = false;
  attributes_.clear();
  while (stops_xml_at(*at, kXmlBlank)) {
    while (stops_xml_at(*at, kXmlBlank)) ++at;
    if (*at == '/' || *at == '>') break;
    const char* const name = at;
    at = next_xml_stop(at, kXmlNameStop | kXmlColon);
    has_prefixes |= *at == ':';
    at = next_xml_stop(at, kXmlNameStop);
    const std::string_view key(name, xml_distance(name, at));
    if (key.empty() || *at != '=') return false;
    const char quote = *++at;
    if (quote != '"' && quote != '\'') return false;
    const char* const value = ++at;
    for (at = next_xml_stop(at, kXmlValueStop); *at != quote;
         at = next_xml_stop(at + 1, kXmlValueStop)) {
      if (*at != '"' && *at != '\'') return false;
    }
    if (is_skipping_) {
      ++at;
      continue;
    }
    if (attributes_.size() == kMaxAttributes) return false;
    has_declarations |= key.starts_with("xmlns");
    attributes_.push_back({Xmlns::kNone, key, {value, xml_distance(value, at)}});
    ++at;
  }
  const bool is_empty = *at == '/';
  if (is_empty) ++at;
  if (*at != '>' || xml_distance(start, at) + 1 >= kMaxTagBytes) return false;
  position_ += xml_distance(start, at) + 2;
  begin_element(whole, prefix_bytes, is_empty, has_declarations, has_prefixes);
  return true;
}

/// Opens the element whose attributes have been taken.
XmlReader::Event XmlReader::begin_element(std::string_view whole, std::size_t prefix_bytes,
                                          bool is_empty, bool has_declarations, bool has_prefixes) {
  seen_root_ = true;
  ++depth_;
  if (has_declarations && !bind_namespaces()) return event_;
  space_ = space_of(whole.substr(0, prefix_bytes - (prefix_bytes > 0 ? 1 : 0)));
  name_ = whole.substr(prefix_bytes);
  if (has_prefixes) {
    for (Attribute& attribute : attributes_) {
      const std::size_t at = attribute.name.find(':');
      if (at == attribute.name.npos) continue;
      attribute.space = space_of(attribute.name.substr(0, at));
      attribute.name.remove_prefix(at + 1);
    }
  }
  open_.push_back({open_bytes_, space_, prefix_bytes});
  open_bytes_ += whole.size();
  if (open_bytes_ > open_names_.size()) open_names_.resize(2 * open_bytes_);
  std::copy(whole.begin(), whole.end(), open_names_.data() + open_.back().name_start);
  end_is_due_ = is_empty;
  return event_ = Event::kStart;
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
  if (!take_attributes(tag.substr(end))) return event_;
  const std::size_t colon = whole.find(':');
  return begin_element(whole, colon == whole.npos ? 0 : colon + 1, is_empty, true, true);
}

[[gnu::cold]] XmlReader::Event XmlReader::read_end(std::string_view tag) {
  const std::string_view whole = tag.substr(0, tag.find_first_of(kXmlBlanks));
  if (depth_ == 0) return fail(ErrorCode::kCorruptDocument, compose({"</{}> ends nothing", whole}));
  const Open& open = open_.back();
  const std::string_view expected = open_name();
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
    text.remove_prefix(std::min(text.find_first_not_of(kXmlBlanks), text.size()));
    if (text.empty()) return true;
    std::size_t end = 0;
    while (end < text.size() && !is_name_end(text[end])) ++end;
    const std::string_view name = text.substr(0, end);
    text.remove_prefix(end);
    text.remove_prefix(std::min(text.find_first_not_of(kXmlBlanks), text.size()));
    if (name.empty() || !text.starts_with('=')) {
      fail(ErrorCode::kCorruptDocument, compose({"the attribute {} has no value", name}));
      return false;
    }
    text.remove_prefix(1);
    text.remove_prefix(std::min(text.find_first_not_of(kXmlBlanks), text.size()));
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
      append_unescaped_xml(value, true, after_cr, attribute_storage_);
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
    const std::string_view prefix = is_default ? "" : attribute.name.substr(6);
    const Xmlns space = xmlns_of(attribute.value);
    // What changes nothing is not looked through for each tag.
    if (space_of(prefix) == space) continue;
    if (bindings_.size() == kMaxBindings) {
      fail(ErrorCode::kLimitExceeded, compose({"more than {,} namespaces", kMaxBindings}));
      return false;
    }
    by_prefix_.insert(behind(prefix), static_cast<std::uint16_t>(bindings_.size()));
    bindings_.push_back({std::string(prefix), space, depth_});
    last_bound_ = kNoBinding;
  }
  attributes_.resize(kept);
  return true;
}

/// Forgets the innermost element, which has ended.
void XmlReader::unbind() {
  pop_is_due_ = false;
  while (!bindings_.empty() && bindings_.back().depth == depth_) {
    by_prefix_.erase(behind(bindings_.back().prefix) - 1);
    bindings_.pop_back();
  }
  open_bytes_ = open_.back().name_start;
  open_.pop_back();
  --depth_;
}

/// Where the bindings of a prefix end, of which the last is in force.
std::vector<std::uint16_t>::iterator XmlReader::behind(std::string_view prefix) {
  auto first = by_prefix_.begin();
  for (std::size_t left = by_prefix_.size(); left > 0;) {
    const std::size_t half = left / 2;
    const auto middle = first + static_cast<std::ptrdiff_t>(half);
    if (prefix < bindings_[*middle].prefix) {
      left = half;
    } else {
      first = middle + 1;
      left -= half + 1;
    }
  }
  return first;
}

Xmlns XmlReader::space_of(std::string_view prefix) {
  if (last_bound_ < bindings_.size() && is_prefix(bindings_[last_bound_].prefix, prefix))
    return bindings_[last_bound_].space;
  const auto end = behind(prefix);
  if (end != by_prefix_.begin() && is_prefix(bindings_[end[-1]].prefix, prefix)) {
    last_bound_ = end[-1];
    return bindings_[last_bound_].space;
  }
  if (prefix == "xml") return Xmlns::kXml;
  return prefix.empty() ? Xmlns::kNone : Xmlns::kUnknown;
}

}  // namespace lectern
