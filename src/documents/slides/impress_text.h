// Text of OpenDocument presentations (ODF 1.3 part 3, chapters 5 and 6): paragraphs, lists, spans,
// as slides hold them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documents/office_package.h"
#include "documents/slides/slide_model.h"
#include "documents/xml/xml_reader.h"

namespace lectern {

/// What the styles of a presentation say that its text needs.
struct ImpressStyles {
  std::map<std::string, TextStyle, std::less<>> text = {};
  std::map<std::string, LevelBullets, std::less<>> lists = {};
  /// Styles of paragraphs that have no mark even in a list.
  std::map<std::string, bool, std::less<>> unmarked = {};
  /// Styles of pages that are hidden.
  std::map<std::string, bool, std::less<>> hidden_pages = {};
  /// Styles of pages that do not show what is on their master.
  std::map<std::string, bool, std::less<>> bare_pages = {};

  /// At the start of a style or list style: takes it, to its end. Other elements stay.
  void take(XmlReader& xml);
};

/// A comment within a text.
struct ImpressComment {
  std::string author;
  std::string text;
};

/// A longer target of a link is left out: each shape and each piece of text in it has a copy.
constexpr std::size_t kMostImpressLinkBytes = 2'000;

class ImpressTextReader {
 public:
  /// All must outlive the reader. \param package  pays for blanks.
  ImpressTextReader(XmlReader& xml, const ImpressStyles& styles, OfficePackage& package)
      : xml_(xml), styles_(styles), package_(package) {}

  /// At the start of a paragraph, heading or list: adds it, to its end. False at anything else,
  /// which stays.
  bool read_block(SlideText& text);
  /// At the start of an element: all blocks in it, to its end.
  void read_blocks(SlideText& text);
  /// At the start of an annotation.
  void read_comment();
  /// Where the element at a start leads; "" for a target that is too long.
  std::string link_target();
  /// Targets that were left out.
  std::size_t lost_links() const { return lost_links_; }
  /// True when text was left out.
  bool is_cut() const { return is_cut_; }
  std::vector<ImpressComment>& comments() { return comments_; }

 private:
  void read_list(SlideText& text, std::uint32_t level, const std::string& style);
  void read_paragraph(SlideText& text, std::uint32_t level, const Bullet& bullet);
  void read_inline(SlideParagraph& paragraph, TextStyle style, const std::string& link);
  void add(SlideParagraph& paragraph, std::string_view piece, TextStyle style,
           const std::string& link);
  bool has_room(std::size_t bytes);

  XmlReader& xml_;
  const ImpressStyles& styles_;
  OfficePackage& package_;
  std::vector<ImpressComment> comments_;
  std::size_t taken_ = 0;
  std::size_t lost_links_ = 0;
  bool is_cut_ = false;
};

}  // namespace lectern
