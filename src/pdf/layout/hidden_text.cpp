#include "pdf/layout/hidden_text.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "pdf/layout/geometry.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr float kReadable = 2;  ///< points
/// Of 255: colours that differ by less in every part are taken for one.
constexpr int kSameColour = 12;
/// A picture over more of the page is a scan.
constexpr float kScanned = 0.5f;
constexpr std::uint32_t kWhite = 0xFFFFFF;
/// Comparisons of words with what may lie behind them; words beyond are taken to be seen.
constexpr std::uint64_t kMostLooks = 5'000'000;

bool is_like(std::uint32_t one, std::uint32_t other) {
  for (const int shift : {0, 8, 16}) {
    const int difference =
        static_cast<int>(one >> shift & 0xFF) - static_cast<int>(other >> shift & 0xFF);
    if (std::abs(difference) >= kSameColour) return false;
  }
  return true;
}

bool holds(const PageBox& box, const PageBox& word) {
  const float x = (word.left + word.right) / 2;
  const float y = (word.top + word.bottom) / 2;
  return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
}

/// Boxes by their height on the page, so that a word looks at those beside it only.
class Bands {
 public:
  explicit Bands(float page_height)
      : bands_(static_cast<std::size_t>(std::clamp(page_height / kBand, 0.0f, 2'000.0f)) + 1) {}

  void add(std::uint32_t number, const PageBox& box) {
    const std::size_t first = at(box.top);
    const std::size_t last = at(box.bottom);
    if (last > first + kMostBands) {
      tall_.push_back(number);
      return;
    }
    for (std::size_t band = first; band <= last; ++band) bands_[band].push_back(number);
  }

  /// Calls `visit` with the numbers of those beside a word. \returns how many they are.
  template <typename Visit>
  std::size_t look(const PageBox& word, const Visit& visit) const {
    const std::vector<std::uint32_t>& band = bands_[at((word.top + word.bottom) / 2)];
    for (const std::uint32_t i : tall_) visit(i);
    for (const std::uint32_t i : band) visit(i);
    return tall_.size() + band.size();
  }

 private:
  static constexpr float kBand = 16;  ///< points
  static constexpr std::size_t kMostBands = 32;

  std::size_t at(float y) const {
    return static_cast<std::size_t>(
        std::clamp(y / kBand, 0.0f, static_cast<float>(bands_.size() - 1)));
  }

  std::vector<std::vector<std::uint32_t>> bands_;
  std::vector<std::uint32_t> tall_;
};

class HiddenCounter {
 public:
  explicit HiddenCounter(const PageContent& page)
      : page_(page), areas_(page.height), others_(page.height), pictures_(page.height) {
    for (std::uint32_t i = 0; i < page.areas.size(); ++i) areas_.add(i, page.areas[i].box);
    for (std::uint32_t i = 0; i < page.drawings.size(); ++i) others_.add(i, page.drawings[i]);
    for (std::uint32_t i = 0; i < page.pictures.size(); ++i)
      pictures_.add(i, page.pictures[i].box);
    // A thick stroke is a ground, too.
    for (const PageRule& rule : page.rules) {
      if (rule.thickness <= kReadable) continue;
      const float half = rule.thickness / 2;
      strokes_.push_back({rule.line.left - half, rule.line.top - half, rule.line.right + half,
                          rule.line.bottom + half});
      others_.add(static_cast<std::uint32_t>(page.drawings.size() + strokes_.size() - 1),
                  strokes_.back());
    }
  }

  HiddenLetters run() {
    HiddenLetters letters;
    for (const PageWord& word : page_.words) {
      if (word.field || looks_ > kMostLooks) continue;
      const std::uint64_t count = utf8_length(word.text);
      if (word.invisible)
        letters.invisible += has_picture(word.box) ? 0 : count;
      else if (word.font_size < kReadable)
        letters.tiny += count;
      else if (word.covered)
        letters.covered += count;
      else if (is_like_ground(word))
        letters.like_ground += count;
    }
    return letters;
  }

 private:
  bool has_picture(const PageBox& word) {
    bool found = false;
    looks_ += pictures_.look(
        word, [&](std::uint32_t i) { found = found || holds(page_.pictures[i].box, word); });
    return found;
  }

  const PageBox& other(std::uint32_t i) const {
    return i < page_.drawings.size() ? page_.drawings[i] : strokes_[i - page_.drawings.size()];
  }

  /// Whether a word has the colour of what lies behind it. Where that is not known, it has not.
  bool is_like_ground(const PageWord& word) {
    std::uint32_t ground = kWhite;
    std::uint32_t ground_number = 0;
    bool is_mixed = false;
    looks_ += areas_.look(word.box, [&](std::uint32_t i) {
      const PageArea& area = page_.areas[i];
      if (!holds(area.box, word.box)) return;
      if (!area.opaque && !is_like(area.rgb, kWhite)) is_mixed = true;
      if (i + 1 < ground_number) return;
      ground_number = i + 1;
      ground = area.rgb;
    });
    if (is_mixed || !is_like(word.rgb, ground) || has_picture(word.box)) return false;
    bool has_drawing = false;
    looks_ += others_.look(word.box, [&](std::uint32_t i) {
      has_drawing = has_drawing || holds(other(i), word.box);
    });
    return !has_drawing;
  }

  const PageContent& page_;
  Bands areas_;
  Bands others_;  ///< drawings, then thick strokes
  Bands pictures_;
  std::vector<PageBox> strokes_;
  std::uint64_t looks_ = 0;
};

}  // namespace

void mark_covered_words(PageContent& page) {
  struct Cover {
    PageBox box;
    std::uint32_t after;
  };
  std::vector<Cover> covers;
  for (const PageArea& area : page.areas) {
    if (area.opaque && area.after > 0) covers.push_back({area.box, area.after});
  }
  const float scanned = kScanned * page.width * page.height;
  for (const PagePicture& picture : page.pictures) {
    if (picture.opaque && picture.after > 0 &&
        width_of(picture.box) * height_of(picture.box) < scanned)
      covers.push_back({picture.box, picture.after});
  }
  if (covers.empty()) return;
  Bands bands(page.height);
  for (std::uint32_t i = 0; i < covers.size(); ++i) bands.add(i, covers[i].box);
  std::uint64_t looks = 0;
  for (std::uint32_t i = 0; i < page.words.size() && looks < kMostLooks; ++i) {
    PageWord& word = page.words[i];
    looks += bands.look(word.box, [&](std::uint32_t k) {
      word.covered = word.covered || (covers[k].after > i && holds(covers[k].box, word.box));
    });
  }
}

HiddenLetters count_hidden_letters(const PageContent& page) { return HiddenCounter(page).run(); }

}  // namespace lectern
