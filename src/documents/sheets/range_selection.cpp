#include "documents/sheets/range_selection.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

/// Most names that a refusal lists.
constexpr std::size_t kListedNames = 20;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

bool is_plain_name(std::string_view name) {
  const auto is_letter = [](char c) { return (c | 0x20) >= 'a' && (c | 0x20) <= 'z'; };
  if (name.empty()) return false;
  const bool plain = std::all_of(name.begin(), name.end(), [&](char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
           (static_cast<unsigned char>(c) >= 0x80);
  });
  if (!plain || (name[0] >= '0' && name[0] <= '9')) return false;
  return !parse_area(name) && !is_r1c1(name);
}

bool is_same_name(std::string_view one, std::string_view other) {
  return one.size() == other.size() &&
         std::equal(one.begin(), one.end(), other.begin(),
                    [](char a, char b) { return lower(a) == lower(b); });
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// A name in quotes at the start of `text`, taken off; nothing when there is none.
std::optional<std::string> take_quoted(std::string_view& text) {
  if (!text.starts_with('\'')) return std::nullopt;
  std::string name;
  for (std::size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '\'') {
      if (at + 1 < text.size() && text[at + 1] == '\'') {
        ++at;
      } else {
        text.remove_prefix(at + 1);
        return name;
      }
    }
    name += text[at];
  }
  return std::nullopt;
}

/// Splits at commas outside of quotes.
std::vector<std::string_view> items_of(std::string_view range) {
  std::vector<std::string_view> items;
  bool quoted = false;
  std::size_t from = 0;
  for (std::size_t at = 0; at <= range.size(); ++at) {
    if (at < range.size() && range[at] == '\'') quoted = !quoted;
    if (at < range.size() && (range[at] != ',' || quoted)) continue;
    items.push_back(trimmed(range.substr(from, at - from)));
    from = at + 1;
  }
  return items;
}

class Selector {
 public:
  explicit Selector(const Workbook& workbook)
      : workbook_(workbook), order_(reading_order(workbook)) {}

  Result<RangeSelection> select(std::string_view range) {
    for (const std::string_view item : items_of(range)) {
      LECTERN_CHECK(add(item, range));
      if (selection_.areas.size() > kMostSelectedAreas) {
        return fail(ErrorCode::kInvalidArgument,
                    {"range selects more than {,} areas", kMostSelectedAreas});
      }
    }
    return std::move(selection_);
  }

 private:
  Result<void> add(std::string_view item, std::string_view range) {
    if (selection_.is_open) {
      return fail(ErrorCode::kInvalidArgument,
                  {"range \"{}\": what ends with \":\" must come last", range});
    }
    std::string_view rest = item;
    const std::optional<std::string> quoted = take_quoted(rest);
    if (quoted) {
      LECTERN_TRY(const std::size_t sheet, by_name(*quoted));
      if (rest.empty()) return add_area(sheet, CellArea());
      if (rest == ":") return add_from(sheet);
      if (!rest.starts_with('!')) return refuse(item);
      return add_cells(sheet, rest.substr(1), item);
    }
    const std::size_t mark = item.rfind('!');
    if (mark != std::string_view::npos) {
      LECTERN_TRY(const std::size_t sheet, by_name_or_number(item.substr(0, mark)));
      return add_cells(sheet, item.substr(mark + 1), item);
    }
    if (const std::optional<std::size_t> sheet = find(item)) return add_area(*sheet, CellArea());
    for (const NamedCells& name : workbook_.names()) {
      if (is_same_name(name.name, item)) return add_name(name);
    }
    if (const std::optional<CellArea> area = parse_area(item))
      return add_area(order_.front(), *area);
    if (item.ends_with(':')) {
      if (const auto sheet = find(item.substr(0, item.size() - 1))) return add_from(*sheet);
    }
    return refuse(item);
  }

  Result<void> add_cells(std::size_t sheet, std::string_view cells, std::string_view item) {
    if (cells.empty()) return add_area(sheet, CellArea());
    const std::optional<CellArea> area = parse_area(cells);
    if (!area) return refuse(item);
    return add_area(sheet, *area);
  }

  Result<void> add_area(std::size_t sheet, const CellArea& area) {
    selection_.areas.push_back({sheet, area});
    return {};
  }

  Result<void> add_name(const NamedCells& name) {
    if (!name.sheet) {
      return fail(ErrorCode::kInvalidArgument,
                  {"the name {} stands for no cells of this workbook but for {}", name.name,
                   name.refers_to});
    }
    return add_area(*name.sheet, name.area);
  }

  Result<void> add_from(std::size_t sheet) {
    const auto from = std::find(order_.begin(), order_.end(), sheet);
    for (auto at = from; at != order_.end(); ++at) selection_.areas.push_back({*at, CellArea()});
    selection_.is_open = true;
    return {};
  }

  std::optional<std::size_t> find(std::string_view name) const {
    const auto& sheets = workbook_.sheets();
    for (std::size_t i = 0; i < sheets.size(); ++i) {
      if (sheets[i].name == name) return i;
    }
    for (std::size_t i = 0; i < sheets.size(); ++i) {
      if (is_same_name(sheets[i].name, name)) return i;
    }
    return std::nullopt;
  }

  Result<std::size_t> by_name(std::string_view name) const {
    if (const std::optional<std::size_t> sheet = find(name)) return *sheet;
    return fail(ErrorCode::kOutOfRange, {"there is no sheet \"{}\": {}", name, sheet_list()});
  }

  Result<std::size_t> by_name_or_number(std::string_view name) const {
    if (const std::optional<std::size_t> sheet = find(name)) return *sheet;
    std::size_t number = 0;
    for (const char c : name) {
      if (c < '0' || c > '9' || number > workbook_.sheets().size()) return by_name(name);
      number = number * 10 + static_cast<std::size_t>(c - '0');
    }
    if (number == 0 || number > workbook_.sheets().size()) return by_name(name);
    return number - 1;
  }

  std::string sheet_list() const {
    const auto& sheets = workbook_.sheets();
    std::string list = compose({"the workbook has {sheet}: ", sheets.size()});
    for (std::size_t i = 0; i < std::min(sheets.size(), kListedNames); ++i) {
      if (i > 0) list += ", ";
      list += escape_line(sheets[i].name);
    }
    if (sheets.size() > kListedNames) list += ", …";
    return list;
  }

  Result<void> refuse(std::string_view item) const {
    const std::size_t mark = item.rfind('!');
    const std::string_view cells = mark == std::string_view::npos ? item : item.substr(mark + 1);
    if (is_r1c1(cells)) {
      return fail(
          ErrorCode::kInvalidArgument,
          {"range \"{}\" is in the R1C1 style; write columns as letters: R7C2 is B7", item});
    }
    return fail(
        ErrorCode::kInvalidArgument,
        {"range \"{}\" is no sheet, name or cells such as Sales!A1:F200, A:C, 5:9 or B7; {}", item,
         sheet_list()});
  }

  const Workbook& workbook_;
  std::vector<std::size_t> order_;
  RangeSelection selection_;
};

}  // namespace

std::string quoted_sheet(std::string_view name) {
  if (is_plain_name(name)) return std::string(name);
  std::string out = "'";
  for (const char c : name) {
    out += c;
    if (c == '\'') out += c;
  }
  return out + '\'';
}

std::string sheet_reference(std::string_view sheet, const CellArea& area) {
  if (area.is_whole()) return quoted_sheet(sheet);
  return quoted_sheet(sheet) + '!' + area_text(area);
}

std::optional<SheetArea> parse_sheet_area(std::string_view text) {
  if (text.starts_with('=')) text.remove_prefix(1);
  SheetArea out;
  if (std::optional<std::string> quoted = take_quoted(text)) {
    out.sheet = *std::move(quoted);
    if (!text.starts_with('!')) return std::nullopt;
    text.remove_prefix(1);
  } else {
    const std::size_t mark = text.find('!');
    if (mark == std::string_view::npos) return std::nullopt;
    out.sheet = text.substr(0, mark);
    text.remove_prefix(mark + 1);
  }
  const std::optional<CellArea> area = parse_area(text);
  if (!area) return std::nullopt;
  out.area = *area;
  return out;
}

std::vector<std::size_t> reading_order(const Workbook& workbook) {
  std::vector<std::size_t> order;
  for (const bool visible : {true, false}) {
    for (std::size_t i = 0; i < workbook.sheets().size(); ++i) {
      if ((workbook.sheets()[i].state == SheetState::kVisible) == visible) order.push_back(i);
    }
  }
  return order;
}

Result<RangeSelection> select_range(const Workbook& workbook, std::string_view range) {
  range = trimmed(range);
  if (workbook.sheets().empty()) return RangeSelection{{}, true};
  if (!range.empty()) return Selector(workbook).select(range);
  RangeSelection all;
  all.is_open = true;
  for (const std::size_t sheet : reading_order(workbook)) all.areas.push_back({sheet, CellArea()});
  return all;
}

void find_named_cells(std::vector<NamedCells>& names, const std::vector<SheetInfo>& sheets) {
  std::map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < sheets.size(); ++i) by_name.emplace(ascii_lower(sheets[i].name), i);
  for (NamedCells& name : names) {
    const std::optional<SheetArea> where = parse_sheet_area(name.refers_to);
    if (!where) continue;
    const auto sheet = by_name.find(ascii_lower(where->sheet));
    if (sheet == by_name.end()) continue;
    name.sheet = sheet->second;
    name.area = where->area;
  }
}

SelectionText selection_text(const Workbook& workbook, const std::vector<SelectedArea>& areas,
                             bool is_open) {
  // Of 65,536 bytes that all arguments may have, and of what a model reads.
  constexpr std::size_t kMostBytes = std::size_t{16} << 10;
  const auto& sheets = workbook.sheets();
  SelectionText out;
  const auto write = [&](const auto& reference) {
    out = {};
    for (std::size_t i = 0; i < areas.size(); ++i) {
      const bool is_rest = is_open && areas[i].area.is_whole();
      const std::string one =
          is_rest ? quoted_sheet(sheets[areas[i].sheet].name) + ':' : reference(areas[i]);
      if (i > 0 && out.range.size() + one.size() >= kMostBytes) {
        out.left_out = areas.size() - i;
        return;
      }
      if (i > 0) out.range += ',';
      out.range += one;
      if (is_rest) return;
    }
  };
  write([&](const SelectedArea& area) {
    return sheet_reference(sheets[area.sheet].name, area.area);
  });
  if (out.left_out == 0) return out;
  std::set<std::string_view> names;
  for (const SheetInfo& sheet : sheets) names.insert(sheet.name);
  write([&](const SelectedArea& area) {
    const std::string number = std::to_string(area.sheet + 1);
    if (names.contains(number)) return sheet_reference(sheets[area.sheet].name, area.area);
    return number + '!' + (area.area.is_whole() ? std::string() : area_text(area.area));
  });
  return out;
}

}  // namespace lectern
