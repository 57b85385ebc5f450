// A slide as its reader sees it before it is written: shapes with their places, text, tables.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// What stands before a paragraph.
struct Bullet {
  enum class Kind : std::uint8_t { kInherited, kNone, kMark, kNumber };
  Kind kind = Kind::kInherited;
  /// Of a number: "arabicPeriod", "romanLcParenBoth" (ECMA-376 part 1, 20.1.10.61).
  std::string format = {};
  std::uint32_t start = 1;
  /// Member by member.
  bool operator==(const Bullet&) const = default;
};
inline constexpr std::size_t kBulletLevels = 9;
/// Of the levels of a list, as far as something says what they have: most shapes say nothing.
using LevelBullets = std::vector<Bullet>;

struct SlideRun {
  enum class Kind : std::uint8_t { kText, kBreak, kMath };
  Kind kind = Kind::kText;
  TextStyle style = kPlain;
  std::string text = {};
  std::string link = {};
};

struct SlideParagraph {
  std::uint32_t level = 0;
  Bullet bullet = {};
  std::vector<SlideRun> runs = {};
};
using SlideText = std::vector<SlideParagraph>;

/// True when there is a character to show in it.
bool has_text(const SlideText& text);
/// All of it on one line.
std::string line_of(const SlideText& text);

struct SlideCell {
  SlideText text = {};
  std::uint32_t columns = 1;
  bool is_covered = false;
};

struct SlideTable {
  std::vector<std::vector<SlideCell>> rows = {};
  std::uint32_t header_rows = 0;
};

/// In the slide's own units.
struct SlideBox {
  double left = 0;
  double top = 0;
  double right = 0;
  double bottom = 0;
  double width() const { return right - left; }
  double height() const { return bottom - top; }
};

struct SlideShape {
  enum class Kind : std::uint8_t {
    kText,
    kPicture,
    kTable,
    kChart,
    kDiagram,
    kObject,
    kMedia,
    kConnector,
    kGroup
  };
  Kind kind = Kind::kText;
  std::optional<SlideBox> box = {};
  /// Its box is about where it stands.
  bool is_turned = false;
  std::uint64_t id = 0;
  std::string name = {};
  std::string alt = {};
  /// The type of its placeholder ("title", "body" when none is stated); "" when it is none.
  std::string placeholder = {};
  std::uint64_t placeholder_index = 0;
  SlideText text = {};
  LevelBullets bullets = {};
  SlideTable table = {};
  /// The part of a picture, chart, diagram, object.
  std::string part = {};
  PictureCrop crop = {};
  /// What an object is: "Excel.Sheet.12".
  std::string detail = {};
  std::string link = {};
  bool is_hidden = false;
  bool is_film = false;
  /// The shapes that a connector joins, by id; 0 for none.
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  bool arrow_at_start = false;
  bool arrow_at_end = false;
  std::vector<SlideShape> children = {};

  bool is_title() const {
    const std::string_view type = placeholder;
    return !is_hidden && (type == "title" || type == "ctrTitle");
  }
};

}  // namespace lectern
