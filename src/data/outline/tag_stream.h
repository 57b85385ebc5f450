// Tags and text of XML and HTML that go by, without a tree: nothing is checked, nothing is
// repaired.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lectern {

/// Receives what stands in the text. Lines count from 1.
class TagEvents {
 public:
  TagEvents() = default;
  TagEvents(const TagEvents&) = delete;
  TagEvents& operator=(const TagEvents&) = delete;
  virtual ~TagEvents() = default;

  /// \param tag  between its angle brackets, or the beginning of that: `a href="x"`
  virtual void open(std::string_view name, std::string_view tag, std::uint64_t line) = 0;
  /// \param name  of the tag; of an element without content the same as that of `open`
  virtual void close(std::string_view name, std::uint64_t line) = 0;
  /// A piece of the text between tags.
  virtual void text(std::string_view piece) = 0;
};

class TagStream {
 public:
  /// \param events  must outlive this
  TagStream(TagEvents& events, bool is_html) : events_(events), is_html_(is_html) {}

  void append(std::string_view text);
  std::uint64_t line() const { return line_; }
  /// The text has not come to the end of a tag, a comment or the like.
  bool is_in_tag() const { return state_ != State::kText; }

 private:
  enum class State : std::uint8_t { kText, kTag, kSkip };

  std::size_t in_text(std::string_view text);
  std::size_t in_tag(std::string_view text);
  std::size_t skip(std::string_view text);
  void begin_skip(std::string_view until, bool is_text);
  void end_tag();

  TagEvents& events_;
  bool is_html_;
  State state_ = State::kText;
  std::string tag_;
  char quote_ = 0;
  char last_ = 0;          ///< character of the tag
  unsigned brackets_ = 0;  ///< open ones of a document type
  std::string until_;      ///< what ends the part that is skipped
  std::size_t matched_ = 0;
  bool skips_text_ = false;  ///< what is skipped is text
  std::uint64_t line_ = 1;
  std::uint64_t tag_line_ = 1;
};

/// The next attribute of `rest`, which begins behind the tag's name, and what follows it.
struct TagAttribute {
  std::string_view name;
  std::string_view value;
};
bool next_attribute(std::string_view& rest, TagAttribute& attribute);

}  // namespace lectern
