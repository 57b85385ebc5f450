// Logs by time: stretches of equal length with how many lines of which level, and the errors and
// warnings that differ in more than their numbers.
#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/message.h"
#include "data/outline/log_lines.h"
#include "data/outline/outline.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxStretches = 64;
constexpr std::size_t kMaxProblems = 128;
constexpr std::size_t kProblemChars = 240;
/// Lengths of a stretch, in seconds.
constexpr std::array<std::int64_t, 17> kWidths = {
    1,      5,      10,     30,     60,      300,       600,        1'800,        3'600,
    10'800, 21'600, 43'200, 86'400, 604'800, 2'592'000, 31'536'000, 3'153'600'000};
constexpr std::array<std::string_view, kLogLevels> kLevelNames = {"",        "fatal", "error",
                                                                  "warning", "info",  "debug"};

using Counts = std::array<std::uint64_t, kLogLevels>;

std::string counts_text(const Counts& counts) {
  std::string text;
  for (std::size_t i = 1; i < kLogLevels; ++i) {
    if (counts[i] == 0) continue;
    append_to(text, {"{}{,} {}", text.empty() ? "" : ", ", counts[i], kLevelNames[i]});
  }
  return text;
}

/// What is the same of messages that differ in numbers only, with the numbers as #.
std::string pattern_of(std::string_view line, const std::optional<LogStamp>& stamp) {
  if (stamp) {
    const auto end =
        static_cast<std::size_t>(stamp->text.data() - line.data()) + stamp->text.size();
    line.remove_prefix(end);
    // Fractions and zones.
    const std::size_t rest = line.find_first_not_of("0123456789.,:+-Z]");
    line.remove_prefix(std::min(rest, line.size()));
  }
  const std::size_t start = line.find_first_not_of(" \t");
  line.remove_prefix(std::min(start, line.size()));
  std::string pattern;
  for (std::size_t i = 0; i < line.size() && pattern.size() < kProblemChars; ++i) {
    const bool is_digit = line[i] >= '0' && line[i] <= '9';
    if (!is_digit) {
      pattern += line[i];
    } else if (!pattern.ends_with('#')) {
      pattern += '#';
    }
  }
  while (!pattern.empty() && (static_cast<unsigned char>(pattern.back()) & 0x80) != 0)
    pattern.pop_back();
  return pattern;
}

class LogOutline final : public LineOutline {
 public:
  LogOutline() : LineOutline("log") {}

 private:
  struct Stretch {
    std::int64_t start;
    std::uint64_t first;
    std::uint64_t last;
    std::string from;  ///< the first time in it
    Counts levels{};
  };
  struct Problem {
    std::string pattern;
    LogLevel level;
    std::uint64_t first;
    std::uint64_t last;
    std::uint64_t count;
  };

  void line(std::string_view text) override {
    if (text.empty()) return;
    auto stamp = find_log_stamp(text);
    // Behind a whole date one without a year, or a clock, can be put nowhere.
    if (stamp && stamp->period == 0) has_dates_ = true;
    if (stamp && stamp->period != 0 && has_dates_) stamp.reset();
    const LogLevel level = find_log_level(text);
    const auto index = static_cast<std::size_t>(level);
    ++levels_[index];
    if (stamp) take(going_on(*stamp));
    if (!stretches_.empty()) {
      stretches_.back().last = number();
      ++stretches_.back().levels[index];
    }
    if (level != LogLevel::kNone && level <= LogLevel::kWarning) add_problem(level, text, stamp);
  }

  /// A clock without a day, or a day without a year, begins again: what is far before the last line
  /// is after it.
  LogStamp going_on(LogStamp stamp) {
    if (stamp.period == 0) return stamp;
    const std::int64_t half = stamp.period / 2;
    stamp.seconds += turns_ * stamp.period;
    if (dated_ > 0 && stamp.seconds + half < latest_) {
      ++turns_;
      stamp.seconds += stamp.period;
    } else if (turns_ > 0 && stamp.seconds > latest_ + half) {
      stamp.seconds -= stamp.period;
    }
    return stamp;
  }

  void take(const LogStamp& stamp) {
    ++dated_;
    if (dated_ == 1 || stamp.seconds < earliest_) {
      earliest_ = stamp.seconds;
      earliest_text_ = stamp.text;
    }
    if (dated_ == 1 || stamp.seconds > latest_) {
      latest_ = stamp.seconds;
      latest_text_ = stamp.text;
    }
    if (!stretches_.empty() && stamp.seconds < stretches_.back().start + width()) return;
    stretches_.push_back({start_of(stamp.seconds), number(), number(), std::string(stamp.text)});
    while (stretches_.size() > kMaxStretches && width_ + 1 < kWidths.size()) widen();
  }

  std::int64_t width() const { return kWidths[width_]; }
  std::int64_t start_of(std::int64_t seconds) const { return seconds - seconds % width(); }

  void widen() {
    ++width_;
    std::vector<Stretch> merged;
    for (Stretch& stretch : stretches_) {
      stretch.start = start_of(stretch.start);
      if (merged.empty() || stretch.start >= merged.back().start + width()) {
        merged.push_back(std::move(stretch));
        continue;
      }
      merged.back().last = stretch.last;
      for (std::size_t i = 0; i < kLogLevels; ++i) merged.back().levels[i] += stretch.levels[i];
    }
    stretches_ = std::move(merged);
  }

  void add_problem(LogLevel level, std::string_view text, const std::optional<LogStamp>& stamp) {
    std::string pattern = pattern_of(text, stamp);
    for (Problem& problem : problems_) {
      if (problem.pattern != pattern) continue;
      ++problem.count;
      problem.last = number();
      return;
    }
    if (problems_.size() < kMaxProblems) {
      problems_.push_back({std::move(pattern), level, number(), number(), 1});
    } else {
      ++others_;
    }
  }

  void end(std::uint64_t) override {
    if (dated_ > 0) {
      std::string span =
          compose({"From {} to {}", outline_text(earliest_text_), outline_text(latest_text_)});
      head_.facts.push_back(span);
    }
    const std::string counts = counts_text(levels_);
    // Without a time and without a problem the levels are words of any text.
    if (!counts.empty() && (dated_ > 0 || !problems_.empty()))
      head_.facts.push_back("Lines by level: " + counts);
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
      const Stretch& stretch = stretches_[i];
      const std::uint64_t first = i == 0 ? 1 : stretch.first;
      std::string text = compose({"from {}", outline_text(stretch.from)});
      const std::string in_it = counts_text(stretch.levels);
      if (!in_it.empty()) append_to(text, {" ({})", in_it});
      entries_.add(first, 0, 0, text, stretch.last);
    }
    for (const Problem& problem : problems_) {
      const std::string_view name = kLevelNames[static_cast<std::size_t>(problem.level)];
      std::string text =
          problem.count == 1
              ? compose({"{}: ", name})
              : compose({"{}, {,} times up to line {}: ", name, problem.count, problem.last});
      text += problem.pattern;
      entries_.add(problem.first, 0, problem.level == LogLevel::kWarning ? 2 : 1, text,
                   problem.first);
    }
    if (others_ > 0) {
      std::string text;
      append_to(text, {"{line} with other errors or warnings are not listed", others_});
      head_.facts.push_back(text);
    }
  }

  bool has_dates_ = false;
  std::uint64_t dated_ = 0;
  std::int64_t earliest_ = 0;
  std::int64_t latest_ = 0;
  std::int64_t turns_ = 0;  ///< of a clock, or of a year
  std::string earliest_text_;
  std::string latest_text_;
  Counts levels_{};
  std::size_t width_ = 0;
  std::vector<Stretch> stretches_;
  std::vector<Problem> problems_;
  std::uint64_t others_ = 0;
};

}  // namespace

std::unique_ptr<Outline> make_log_outline() { return std::make_unique<LogOutline>(); }

}  // namespace lectern
