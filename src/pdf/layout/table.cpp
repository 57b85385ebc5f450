// Finds the tables of a page: first the grids that its rules draw, then, among the words that no
// grid has, runs of lines whose gaps lie below each other. The main direction of the page's words
// is searched first, then the others.
#include "pdf/layout/table.h"

#include <algorithm>
#include <array>
#include <utility>

#include "pdf/layout/table_accept.h"
#include "pdf/layout/table_cells.h"
#include "pdf/layout/table_frame.h"
#include "pdf/layout/table_grid.h"
#include "pdf/layout/table_rules.h"
#include "pdf/layout/table_runs.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxPageWords = 200'000;
constexpr std::size_t kMaxPageRules = 200'000;
constexpr std::size_t kMaxGrids = 1000;
constexpr std::size_t kMaxRuns = 500;
constexpr std::uint64_t kMostLooks = 20;  // at each word, on average
constexpr std::uint64_t kFreeLooks = 100'000;
constexpr std::size_t kMaxTables = 200;
constexpr std::size_t kLeastWords = 4;
constexpr int kMostParts = 3;  // that side by side look like one table

bool is_right_to_left_text(std::string_view text) {
  std::size_t marks = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(text[i + 1]);
    marks += (c == 0xD6 && next >= 0x90) || (c >= 0xD7 && c <= 0xDF) ||
                     (c == 0xEF && next >= 0xAC && next <= 0xBB)
                 ? 1
                 : 0;
  }
  return marks > 0;
}

class TableFinder {
 public:
  TableFinder(const PageContent& page, WordDirection direction, std::vector<bool>& taken)
      : page_(page),
        direction_(direction),
        taken_(taken),
        frame_(make_frame(page, direction, taken)),
        used_(frame_.words.size()) {}

  void run(std::vector<PageTable>& tables) {
    if (frame_.words.size() < kLeastWords) return;
    std::vector<RuleGrid> grids = find_grids(frame_);
    std::stable_sort(grids.begin(), grids.end(),
              [](const RuleGrid& a, const RuleGrid& b) { return area(a) > area(b); });
    if (grids.size() > kMaxGrids) grids.resize(kMaxGrids);
    for (const RuleGrid& grid : grids) {
      if (tables.size() >= kMaxTables || steps_ > most_steps()) return;
      BuiltTable built;
      const PageBox box{grid.columns.front() - 1, grid.rows.front() - 1, grid.columns.back() + 1,
                        grid.rows.back() + 1};
      const std::vector<std::uint32_t> words = words_between(box.top, box.bottom);
      steps_ += words.size();
      const TableRegion region = make_region(frame_, box, words);
      if (!build_grid_table(frame_, grid, region, words, built)) continue;
      built.table.ruled = true;
      add(std::move(built.table), tables);
    }
    std::vector<std::uint32_t> left;
    for (std::uint32_t i = 0; i < frame_.words.size() - frame_.sideways.size(); ++i) {
      if (!used_[i]) left.push_back(i);
    }
    const std::vector<TextLine> lines = make_lines(frame_, std::move(left));
    std::size_t runs = 0;
    for (const auto& flow : split_flows(frame_, lines)) {
      if (!add_runs(flow, 0, runs, tables)) return;
    }
  }

  std::uint64_t steps() const { return steps_; }

 private:
  std::uint64_t most_steps() const { return kMostLooks * frame_.words.size() + kFreeLooks; }

  /// Adds the tables among the lines of a flow; false at a limit.
  bool add_runs(const std::vector<TextLine>& flow, int depth, std::size_t& runs,
                std::vector<PageTable>& tables) {
    for (const TableRun& candidate : find_runs(frame_, flow)) {
      for (const TextLine& line : candidate.lines) steps_ += line.words.size();
      if (tables.size() >= kMaxTables || ++runs > kMaxRuns || steps_ > most_steps()) return false;
      BuiltTable built;
      float place = 0;
      if (depth < kMostParts && find_parting(frame_, candidate, place)) {
        std::vector<std::uint32_t> left;
        std::vector<std::uint32_t> right;
        for (const TextLine& line : candidate.lines) {
          for (const std::uint32_t word : line.words)
            (frame_.words[word].left < place ? left : right).push_back(word);
        }
        if (!add_runs(make_lines(frame_, std::move(left)), depth + 1, runs, tables)) return false;
        if (!add_runs(make_lines(frame_, std::move(right)), depth + 1, runs, tables)) return false;
      } else if (build_run_table(frame_, page_, candidate, direction_, built)) {
        add(std::move(built.table), tables);
      }
    }
    return true;
  }

  static float area(const RuleGrid& grid) {
    return (grid.columns.back() - grid.columns.front()) * (grid.rows.back() - grid.rows.front());
  }

  std::vector<std::uint32_t> words_between(float top, float bottom) const {
    std::vector<std::uint32_t> words;
    auto line = std::lower_bound(frame_.lines.begin(), frame_.lines.end(), top - 20,
                                 [](const TextLine& a, float y) { return a.base < y; });
    for (; line != frame_.lines.end() && line->base < bottom + 20; ++line) {
      for (const std::uint32_t i : line->words) {
        if (!used_[i]) words.push_back(i);
      }
    }
    for (const std::uint32_t i : frame_.sideways) {
      const TableWord& word = frame_.words[i];
      if (!used_[i] && word.bottom > top && word.top < bottom) words.push_back(i);
    }
    return words;
  }

  void add(PageTable table, std::vector<PageTable>& tables) {
    for (TableCell& cell : table.cells) {
      for (const std::uint32_t i : cell.words) {
        used_[i] = true;
        taken_[frame_.words[i].index] = true;
      }
      sort_words(cell.words);
      for (std::uint32_t& word : cell.words) word = frame_.words[word].index;
    }
    for (const TableWord& word : frame_.line_words) {
      const float x = (word.left + word.right) / 2;
      if (x > table.box.left && x < table.box.right && word.base > table.box.top &&
          word.top < table.box.bottom && !taken_[word.index]) {
        table.line_words.push_back(word.index);
        taken_[word.index] = true;
      }
    }
    table.box = box_on_page(table.box, page_, direction_);
    tables.push_back(std::move(table));
  }

  /// Lines top to bottom; each in its script's direction.
  void sort_words(std::vector<std::uint32_t>& words) {
    if (words.size() < 2) return;
    if (std::any_of(words.begin(), words.end(),
                    [this](std::uint32_t i) { return frame_.words[i].sideways; })) {
      std::stable_sort(words.begin(), words.end(), [this](std::uint32_t a, std::uint32_t b) {
        return frame_.words[a].index < frame_.words[b].index;
      });
      return;
    }
    std::vector<TextLine> lines = make_lines(frame_, std::move(words));
    words.clear();
    for (TextLine& line : lines) {
      std::size_t backward = 0;
      for (const std::uint32_t i : line.words)
        backward += is_right_to_left_text(page_.words[frame_.words[i].index].text) ? 1 : 0;
      if (2 * backward > line.words.size()) std::reverse(line.words.begin(), line.words.end());
      words.insert(words.end(), line.words.begin(), line.words.end());
    }
  }

  const PageContent& page_;
  const WordDirection direction_;
  std::vector<bool>& taken_;  ///< by number in PageContent::words
  const TableFrame frame_;
  std::vector<bool> used_;
  std::uint64_t steps_ = 0;
};

}  // namespace

std::vector<PageTable> find_tables(const PageContent& page, std::uint64_t* steps) {
  std::vector<PageTable> tables;
  std::uint64_t looks = 0;
  if (steps != nullptr) *steps = 0;
  if (page.words.size() > kMaxPageWords || page.rules.size() > kMaxPageRules) return tables;
  std::array<std::pair<std::size_t, WordDirection>, 4> counts = {{{0, WordDirection::kRight},
                                                                  {0, WordDirection::kDown},
                                                                  {0, WordDirection::kLeft},
                                                                  {0, WordDirection::kUp}}};
  for (const PageWord& word : page.words) ++counts[static_cast<std::size_t>(word.direction)].first;
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<bool> taken(page.words.size());
  for (const auto& [count, direction] : counts) {
    if (count < kLeastWords) continue;
    TableFinder finder(page, direction, taken);
    finder.run(tables);
    looks += finder.steps();
  }
  if (steps != nullptr) *steps = looks;
  std::stable_sort(tables.begin(), tables.end(),
                   [](const PageTable& a, const PageTable& b) { return a.box.top < b.box.top; });
  return tables;
}

}  // namespace lectern
