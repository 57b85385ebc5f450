// Any other text by its paragraphs: the first line of each; of a long text, of every second, fourth
// and so on.
#include <algorithm>

#include "data/outline/outline.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxParagraphs = 256;
/// More than an entry shows of a text, whatever its characters take.
constexpr std::size_t kStartBytes = 484;
/// Lines without a blank one that are a paragraph's at most.
constexpr std::uint64_t kFirstMostLines = 50;

class SectionsOutline final : public LineOutline {
 public:
  SectionsOutline() : LineOutline("text") {}

 private:
  struct Paragraph {
    std::uint64_t line;
    std::string text;
  };

  void line(std::string_view text) override {
    const std::size_t start = text.find_first_not_of(" \t");
    if (start == text.npos) {
      is_after_blank_ = true;
      return;
    }
    const bool is_long = !paragraphs_.empty() && number() - last_start_ >= most_lines_;
    if (is_after_blank_ || is_long) {
      last_start_ = number();
      is_cut_ = is_cut_ || !is_after_blank_;
      if (!is_after_blank_ || seen_++ % stride_ == 0) {
        paragraphs_.push_back(
            {number(), std::string(utf8_prefix(text.substr(start), kStartBytes))});
        if (paragraphs_.size() == kMaxParagraphs) thin_out();
      }
    }
    is_after_blank_ = false;
  }

  void thin_out() {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < paragraphs_.size(); i += 2) {
      if (i != kept) paragraphs_[kept] = std::move(paragraphs_[i]);
      ++kept;
    }
    paragraphs_.resize(kept);
    last_start_ = paragraphs_.back().line;
    stride_ *= 2;
    most_lines_ *= 2;
  }

  void end(std::uint64_t lines) override {
    for (std::size_t i = 0; i < paragraphs_.size(); ++i) {
      const std::uint64_t next = i + 1 < paragraphs_.size() ? paragraphs_[i + 1].line : lines + 1;
      entries_.add(paragraphs_[i].line, 0, 0, paragraphs_[i].text, next - 1);
    }
    if (is_cut_) {
      head_.facts.push_back("Where no blank line divides the text, a line is shown for every " +
                            std::to_string(most_lines_) + " or fewer.");
    } else if (stride_ > 1) {
      head_.facts.push_back("Each line below is the beginning of " + std::to_string(stride_) +
                            " paragraphs.");
    }
  }

  std::vector<Paragraph> paragraphs_;
  std::uint64_t seen_ = 0;
  std::uint64_t stride_ = 1;
  std::uint64_t most_lines_ = kFirstMostLines;
  std::uint64_t last_start_ = 0;
  bool is_after_blank_ = true;
  bool is_cut_ = false;  ///< some have no blank line before them
};

}  // namespace

std::unique_ptr<Outline> make_sections_outline() { return std::make_unique<SectionsOutline>(); }

}  // namespace lectern
