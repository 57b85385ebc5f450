#include "documents/word/word_numbering.h"

#include <algorithm>
#include <utility>

#include "documents/markdown/escape.h"
#include "documents/word/word_styles.h"

namespace lectern {
namespace {

using Event = XmlReader::Event;

constexpr std::size_t kMaxLists = 50'000;
constexpr std::size_t kMaxLevelText = 200;

}  // namespace

WordNumbering::Level WordNumbering::read_level(XmlReader& xml) {
  Level level;
  level.is_stated = true;
  const std::size_t depth = xml.depth();
  bool has_start = false;
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart || xml.space() != Xmlns::kWord) continue;
    const std::string_view name = xml.name();
    const std::string_view value = xml.value("val");
    if (name == "start") {
      level.start = unsigned_value(value);
      has_start = true;
    } else if (name == "numFmt") {
      level.style = number_style(value);
    } else if (name == "lvlText") {
      level.text = shortened(value, kMaxLevelText);
    } else if (name == "lvlRestart") {
      level.restart = unsigned_value(value);
    } else if (name == "isLgl") {
      level.is_legal = is_on(value);
    } else if (name == "pStyle") {
      level.paragraph_style = value;
    }
  }
  // A level that states no start begins with 0.
  if (!has_start) level.start = 0;
  return level;
}

void WordNumbering::read_abstract(XmlReader& xml) {
  const std::uint32_t id = unsigned_value(xml.value("abstractNumId"));
  Abstract abstract;
  const std::size_t depth = xml.depth();
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart || xml.space() != Xmlns::kWord) continue;
    if (xml.name() == "lvl") {
      const std::uint32_t level = unsigned_value(xml.value("ilvl"));
      Level read = read_level(xml);
      if (level < kLevels) abstract.levels[level] = std::move(read);
    } else if (xml.name() == "styleLink") {
      abstract.style_link = xml.value("val");
    } else if (xml.name() == "numStyleLink") {
      abstract.number_style_link = xml.value("val");
    }
  }
  if (abstracts_.size() < kMaxLists) abstracts_.insert_or_assign(id, std::move(abstract));
}

void WordNumbering::read_number(XmlReader& xml) {
  const std::uint32_t id = unsigned_value(xml.value("numId"));
  Number number;
  const std::size_t depth = xml.depth();
  std::uint32_t level = 0;
  while (xml.next_in(depth)) {
    if (xml.event() != Event::kStart || xml.space() != Xmlns::kWord) continue;
    if (xml.name() == "abstractNumId") {
      number.abstract_id = unsigned_value(xml.value("val"));
    } else if (xml.name() == "lvlOverride") {
      level = unsigned_value(xml.value("ilvl"));
    } else if (xml.name() == "startOverride") {
      if (level < kLevels) number.starts[level] = unsigned_value(xml.value("val"));
    } else if (xml.name() == "lvl") {
      Level read = read_level(xml);
      if (level < kLevels) number.levels.insert_or_assign(level, std::move(read));
    }
  }
  if (numbers_.size() < kMaxLists) numbers_.insert_or_assign(id, std::move(number));
}

void WordNumbering::add_list(std::uint32_t abstract_id, std::array<Level, kLevels> levels) {
  if (abstracts_.size() < kMaxLists) abstracts_[abstract_id].levels = std::move(levels);
}

void WordNumbering::add_number(std::uint32_t number_id, std::uint32_t abstract_id,
                               std::map<std::uint32_t, Level> levels,
                               std::map<std::uint32_t, std::uint32_t> starts) {
  if (numbers_.size() >= kMaxLists) return;
  Number& number = numbers_[number_id];
  number.abstract_id = abstract_id;
  number.levels = std::move(levels);
  number.starts = std::move(starts);
}

void WordNumbering::read(XmlReader& xml) {
  while (xml.next() != Event::kDone) {
    if (xml.starts(Xmlns::kWord, "abstractNum")) {
      read_abstract(xml);
    } else if (xml.starts(Xmlns::kWord, "num")) {
      read_number(xml);
    }
  }
}

void WordNumbering::link() {
  std::map<std::string, std::uint32_t, std::less<>> by_style;
  for (const auto& [id, abstract] : abstracts_) {
    if (!abstract.style_link.empty()) by_style.emplace(abstract.style_link, id);
  }
  for (auto& [id, number] : numbers_) {
    const auto abstract = abstracts_.find(number.abstract_id);
    if (abstract == abstracts_.end() || abstract->second.number_style_link.empty()) continue;
    const auto linked = by_style.find(abstract->second.number_style_link);
    if (linked != by_style.end()) number.abstract_id = linked->second;
  }
}

WordNumbering::Abstract* WordNumbering::abstract_of(const Number& number) {
  const auto found = abstracts_.find(number.abstract_id);
  return found == abstracts_.end() ? nullptr : &found->second;
}

const WordNumbering::Level& WordNumbering::level_of(const Number& number, const Abstract& abstract,
                                                    std::uint32_t level) {
  const auto own = number.levels.find(level);
  return own == number.levels.end() ? abstract.levels[level] : own->second;
}

std::optional<std::uint32_t> WordNumbering::level_of_style(std::uint32_t number_id,
                                                           std::string_view style) {
  const auto number = numbers_.find(number_id);
  if (number == numbers_.end()) return std::nullopt;
  const Abstract* abstract = abstract_of(number->second);
  if (abstract == nullptr) return std::nullopt;
  for (std::uint32_t level = 0; level < kLevels; ++level) {
    if (level_of(number->second, *abstract, level).paragraph_style == style) return level;
  }
  return std::nullopt;
}

std::optional<std::string> WordNumbering::next(std::uint32_t number_id, std::uint32_t level) {
  const auto found = numbers_.find(number_id);
  if (found == numbers_.end() || level >= kLevels) return std::nullopt;
  Number& number = found->second;
  Abstract* abstract = abstract_of(number);
  if (abstract == nullptr) return std::nullopt;
  const auto start_of = [&](std::uint32_t at) -> std::uint64_t {
    const auto own = number.starts.find(at);
    return own == number.starts.end() ? level_of(number, *abstract, at).start : own->second;
  };
  // A list that states a start begins there when it is first used, else it goes on with the others
  // of its kind.
  if (number.starts.contains(level) && !number.has_started[level]) abstract->counts[level].reset();
  number.has_started[level] = true;
  for (std::uint32_t at = 0; at < level; ++at) {
    if (!abstract->counts[at]) abstract->counts[at] = start_of(at);
  }
  std::optional<std::uint64_t>& count = abstract->counts[level];
  count = count ? *count + 1 : start_of(level);
  for (std::uint32_t at = level + 1; at < kLevels; ++at) {
    const auto restart = level_of(number, *abstract, at).restart;
    if (!restart || (*restart > 0 && level < *restart)) abstract->counts[at].reset();
  }
  const Level& own = level_of(number, *abstract, level);
  if (own.style == NumberStyle::kBullet) return "•";
  if (text_room_ == 0) return "-";
  std::string text;
  for (std::size_t i = 0; i < own.text.size(); ++i) {
    if (own.text[i] != '%' || i + 1 == own.text.size() || own.text[i + 1] < '1' ||
        own.text[i + 1] > '9') {
      text += own.text[i];
      continue;
    }
    const auto at = static_cast<std::uint32_t>(own.text[++i] - '1');
    if (at > level) continue;
    const Level& shown = level_of(number, *abstract, at);
    text += format_number(abstract->counts[at].value_or(0),
                          own.is_legal ? NumberStyle::kDecimal : shown.style);
  }
  while (text.ends_with(' ')) text.pop_back();
  text_room_ -= std::min<std::uint64_t>(text_room_, text.size());
  return text;
}

}  // namespace lectern
