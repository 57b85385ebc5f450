// Words from the places of glyphs: their widths, the gaps between them, their size and baseline.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "core/fpdfapi/page/cpdf_textobject.h"
#include "core/fxcrt/fx_coordinates.h"
#include "pdf/layout/page_content.h"
#include "pdf/pdfium_font_facts.h"

namespace lectern {

/// What the text objects of a page hold, without spaces.
struct GlyphCounts {
  std::uint64_t characters = 0;
  std::uint64_t unmapped = 0;   ///< of these: without a Unicode value in the file
  std::uint64_t invisible = 0;  ///< of these: in render mode 3
  std::uint64_t repeated = 0;   ///< drawn again in the same place, counted and shown once
  std::uint64_t outside = 0;    ///< outside of the page's box, not shown
};

/// Takes the text objects of a page in the order of its content and makes words of their glyphs.
class WordBuilder {
 public:
  explicit WordBuilder(PageContent& page) : page_(page) {}

  /// `matrix` leads from the object's holder to the upright page.
  void add(const CPDF_TextObject& object, const CFX_Matrix& matrix);
  /// To be called once, after the last object.
  void finish();

  const GlyphCounts& counts() const { return counts_; }
  /// Words so far, the one that is being built too.
  std::uint32_t begun() const {
    return static_cast<std::uint32_t>(page_.words.size() + (glyphs_.empty() ? 0 : 1));
  }

 private:
  struct Glyph {
    const std::u32string* text = nullptr;
    float start = 0;
    float end = 0;
    bool soft_hyphen = false;
  };
  /// What all glyphs of a word share.
  struct Style {
    WordDirection direction = WordDirection::kRight;
    std::uint16_t font = 0;
    float size = 0;
    float base = 0;  ///< across the direction
    float ascent = 0;
    float descent = 0;
    bool bold = false;
    bool italic = false;
    bool monospace = false;
    bool invisible = false;
    bool artifact = false;
    std::uint32_t rgb = 0;
    std::int32_t marked_content = -1;
    const void* replaced = nullptr;  ///< the marked content whose ActualText it shows
  };

  void add_glyph(const Glyph& glyph, const Style& style, float wide);
  /// Chinese and Japanese that programs write in columns glyph by glyph, with a font for lines: a
  /// glyph just below the one before becomes one of a column, and so does that.
  void turn_into_column(Glyph& glyph, Style& style);
  static void set_upright(Glyph& glyph, Style& style);
  /// The marks that wait, over a letter that is about to be drawn when it follows them: a page that
  /// draws a word from its left end to its right draws marks before their letters.
  void place_marks_beside(Glyph& letter, const Style& style);
  /// The marks that wait, over the letter before them.
  void place_marks();
  bool is_repeated(char32_t c, const CFX_PointF& at, float size);
  void end_word();
  /// Whether a glyph of a word that runs leftward runs rightward: Latin letters and numbers.
  bool keeps_rightward(std::size_t i) const;
  /// Programs without accented letters draw the accent and then the letter below it.
  void put_accents_on_letters();
  /// The same where the accent is of another font, and so a word of its own.
  void take_accent_before(Glyph& letter);
  static PageBox box_of(const Style& style, float start, float end);

  PageContent& page_;
  FontCatalogue fonts_;
  GlyphCounts counts_;
  std::vector<Glyph> glyphs_;  ///< of the word that is being built
  std::vector<Glyph> marks_;   ///< of scripts that run leftward, whose letter may be the next one
  Style mark_style_;
  Style style_;
  bool has_style_ = false;
  float start_ = 0;  ///< along the direction
  float end_ = 0;
  bool joined_ = false;
  bool after_space_ = false;
  std::map<std::uint64_t, CFX_PointF> places_;
  std::deque<std::u32string> replacements_;  ///< text that glyphs point to
};

}  // namespace lectern
