// HTML, and what is written in it, by title and headings, and the larger elements between them.
#include <algorithm>
#include <array>
#include <vector>

#include "base/format.h"
#include "base/message.h"
#include "data/outline/outline.h"
#include "data/outline/tag_stream.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::array<std::string_view, 15> kLandmarks = {
    "header", "nav",    "main",  "section",  "article", "aside",  "footer",  "form",
    "table",  "script", "style", "template", "dialog",  "figure", "noscript"};
constexpr std::size_t kMaxLandmarks = 200;
/// More than an entry shows of a text, whatever its characters take.
constexpr std::size_t kMaxHeadingBytes = 484;
/// Behind all headings.
constexpr std::uint32_t kLandmarkRank = 6;

class HtmlOutline final : public Outline, private TagEvents {
 public:
  HtmlOutline() : Outline("HTML"), stream_(*this, true) {}

  void append(std::string_view text) override { stream_.append(text); }

  void finish(std::uint64_t lines) override {
    end_heading();
    for (const Landmark& landmark : open_) entries_.close(landmark.serial, lines);
    entries_.close_at_next(lines);
  }

 private:
  struct Landmark {
    std::string name;
    std::uint64_t serial;
  };

  /// 1 to 6 of h1 to h6, else 0.
  static std::uint32_t heading_level(std::string_view name) {
    const bool is_heading = name.size() == 2 && name[0] == 'h' && name[1] >= '1' && name[1] <= '6';
    return is_heading ? static_cast<std::uint32_t>(name[1] - '0') : 0;
  }

  void open(std::string_view tag_name, std::string_view tag, std::uint64_t line) override {
    const std::string name = ascii_lower(tag_name);
    const std::uint32_t level = heading_level(name);
    if (level > 0 || (name == "title" && !has_title_)) {
      end_heading();
      is_in_heading_ = true;
      is_title_ = level == 0;
      heading_level_ = std::max<std::uint32_t>(level, 1);
      heading_line_ = line;
      if (level > 0) level_ = level;
      return;
    }
    if (open_.size() == kMaxLandmarks) return;
    if (std::find(kLandmarks.begin(), kLandmarks.end(), name) == kLandmarks.end()) return;
    open_.push_back(
        {name, entries_.add(line, level_, kLandmarkRank, compose({"<{}>", std::string(tag)}))});
  }

  void close(std::string_view tag_name, std::uint64_t line) override {
    const std::string name = ascii_lower(tag_name);
    if (is_in_heading_ && (heading_level(name) > 0 || name == "title")) return end_heading();
    const auto found = std::find_if(open_.rbegin(), open_.rend(), [&](const Landmark& landmark) {
      return landmark.name == name;
    });
    if (found == open_.rend()) return;
    const auto first = open_.end() - (found - open_.rbegin()) - 1;
    for (auto landmark = first; landmark != open_.end(); ++landmark)
      entries_.close(landmark->serial, line);
    open_.erase(first, open_.end());
  }

  void text(std::string_view piece) override {
    if (!is_in_heading_) return;
    for (const char c : piece) {
      // A byte more says whether a character is cut.
      if (heading_.size() > kMaxHeadingBytes) return;
      const bool is_blank = c == ' ' || c == '\n' || c == '\t' || c == '\r';
      const bool is_after_blank = heading_.empty() || heading_.back() == ' ';
      if (!is_blank || !is_after_blank) heading_ += is_blank ? ' ' : c;
    }
  }

  void end_heading() {
    if (!is_in_heading_) return;
    is_in_heading_ = false;
    const std::string text(utf8_prefix(heading_, kMaxHeadingBytes));
    heading_.clear();
    if (is_title_) {
      has_title_ = true;
      head_.facts.push_back(compose({"Title: {}", outline_text(text)}));
      return;
    }
    entries_.add(heading_line_, heading_level_ - 1, heading_level_ - 1,
                 std::string(heading_level_, '#') + " " + text);
  }

  TagStream stream_;
  std::vector<Landmark> open_;
  std::string heading_;
  std::uint32_t heading_level_ = 1;
  std::uint64_t heading_line_ = 0;
  std::uint32_t level_ = 0;  ///< of what stands under the last heading
  bool is_in_heading_ = false;
  bool is_title_ = false;
  bool has_title_ = false;
};

}  // namespace

std::unique_ptr<Outline> make_html_outline() { return std::make_unique<HtmlOutline>(); }

}  // namespace lectern
