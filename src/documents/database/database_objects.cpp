#include "documents/database/database_objects.h"

#include <algorithm>

#include "base/format.h"
#include "text/utf8.h"

namespace lectern {
namespace {

constexpr std::size_t kMostObjects = 20'000;
constexpr std::uint64_t kMostSqlBytes = std::uint64_t{64} << 10;
constexpr std::uint64_t kMostObjectBytes = std::uint64_t{16} << 20;
constexpr char32_t kControlPictures = 0x2400;

/// Endings of the tables that modules of SQLite keep their content in.
constexpr std::string_view kShadowEndings[] = {"_content", "_segments", "_segdir", "_docsize",
                                               "_stat",    "_data",     "_idx",    "_config",
                                               "_node",    "_rowid",    "_parent"};

bool is_word_at(std::string_view text, std::string_view word) {
  return ascii_lower(text.substr(0, word.size())) == word;
}

/// "CREATE VIRTUAL TABLE ...", as SQLite writes it down.
bool is_virtual_sql(std::string_view sql) {
  if (!is_word_at(sql, "create")) return false;
  sql.remove_prefix(6);
  sql.remove_prefix(std::min(sql.find_first_not_of(" \t\r\n"), sql.size()));
  return is_word_at(sql, "virtual");
}

using Step = TreeWalk::Step;

}  // namespace

std::string shown_sql(std::string_view sql) {
  std::string shown;
  for (std::size_t at = 0; at < sql.size();) {
    const auto [c, next] = utf8_character_at(sql, at);
    if (c == '\r' && next < sql.size() && sql[next] == '\n') {
      // A line ends once.
    } else if (c == '\r') {
      shown += '\n';
    } else if ((c < 0x20 && c != '\n' && c != '\t') || c == 0x7F) {
      append_utf8(c == 0x7F ? kControlPictures + 0x21 : kControlPictures + c, shown);
    } else {
      shown += sql.substr(at, next - at);
    }
    at = next;
  }
  return shown;
}

DatabaseObjects::DatabaseObjects(DatabasePages& pages, const DatabaseHeader& header)
    : pages_(pages),
      header_(header),
      walk_(pages_, header_, 1, damage_),
      record_(pages_, header_, damage_) {}

TreeWalk::Step DatabaseObjects::read() {
  std::vector<DatabaseValue> values;
  for (;;) {
    if (!has_cell_) {
      TreeCell cell;
      const Step step = walk_.next(cell);
      if (step == Step::kEnd) finish();
      if (step != Step::kCell) return step;
      record_.begin(cell);
      has_cell_ = true;
    }
    const Step step = record_.read({kMostSqlBytes}, values);
    if (step == Step::kNeedsBytes) return step;
    has_cell_ = false;
    if (step == Step::kCell) add(values);
  }
}

void DatabaseObjects::add(const std::vector<DatabaseValue>& values) {
  constexpr std::size_t kColumns = 5;
  if (values.size() < kColumns || values[0].kind != DatabaseValue::Kind::kText ||
      values[1].kind != DatabaseValue::Kind::kText)
    return;
  const std::string type = ascii_lower(values[0].bytes);
  DatabaseObject object;
  if (type == "table") {
    object.kind = DatabaseObjectKind::kTable;
  } else if (type == "view") {
    object.kind = DatabaseObjectKind::kView;
  } else if (type == "index") {
    object.kind = DatabaseObjectKind::kIndex;
  } else if (type == "trigger") {
    object.kind = DatabaseObjectKind::kTrigger;
  } else {
    return;
  }
  const std::uint64_t bytes =
      values[1].bytes.size() + values[2].bytes.size() + values[4].bytes.size();
  if (shown_.size() + others_.size() >= kMostObjects || bytes_ + bytes > kMostObjectBytes) {
    ++left_out_;
    return;
  }
  bytes_ += bytes;
  object.name = values[1].bytes;
  object.table = values[2].bytes;
  object.root = static_cast<std::uint64_t>(std::max<std::int64_t>(values[3].integer, 0));
  object.sql = shown_sql(values[4].bytes);
  object.is_sql_cut = values[4].is_cut;
  const bool is_table = object.kind == DatabaseObjectKind::kTable;
  if (is_table) {
    object.is_internal = is_word_at(object.name, "sqlite_");
    object.is_virtual = is_virtual_sql(object.sql);
    if (!object.is_virtual) object.schema = parse_table_schema(values[4].bytes);
  }
  const bool is_shown = is_table || object.kind == DatabaseObjectKind::kView;
  // Indexes without SQL come with a constraint of their table, which its SQL shows.
  if (!is_shown && object.sql.empty()) return;
  (is_shown ? shown_ : others_).push_back(std::move(object));
}

void DatabaseObjects::finish() {
  for (std::size_t i = 0; i < others_.size(); ++i)
    by_table_[ascii_lower(others_[i].table)].push_back(i);
  std::vector<std::string_view> owners;
  for (const DatabaseObject& owner : shown_) {
    if (owner.is_virtual) owners.push_back(owner.name);
  }
  std::sort(owners.begin(), owners.end());
  for (DatabaseObject& table : shown_) {
    if (table.kind != DatabaseObjectKind::kTable) continue;
    // No ending is the end of another one.
    for (const std::string_view ending : kShadowEndings) {
      if (!table.name.ends_with(ending)) continue;
      const auto owner = std::string_view(table.name).substr(0, table.name.size() - ending.size());
      if (std::binary_search(owners.begin(), owners.end(), owner)) table.keeps = owner;
    }
  }
  const auto rank = [](const DatabaseObject& object) {
    if (object.kind == DatabaseObjectKind::kView) return 3;
    return object.is_internal ? 2 : object.keeps.empty() ? 0 : 1;
  };
  std::stable_sort(
      shown_.begin(), shown_.end(),
      [&rank](const DatabaseObject& a, const DatabaseObject& b) { return rank(a) < rank(b); });
}

std::uint64_t DatabaseObjects::count(DatabaseObjectKind kind) const {
  const auto is_kind = [kind](const DatabaseObject& object) { return object.kind == kind; };
  return static_cast<std::uint64_t>(std::count_if(shown_.begin(), shown_.end(), is_kind) +
                                    std::count_if(others_.begin(), others_.end(), is_kind));
}

std::span<const std::size_t> DatabaseObjects::others_of(std::string_view name) const {
  const auto found = by_table_.find(ascii_lower(name));
  return found == by_table_.end() ? std::span<const std::size_t>() : found->second;
}

const DatabaseObject* DatabaseObjects::find(std::string_view name) const {
  const auto exact = std::find_if(shown_.begin(), shown_.end(),
                                  [name](const DatabaseObject& one) { return one.name == name; });
  if (exact != shown_.end()) return &*exact;
  const std::string lower = ascii_lower(name);
  const auto near = std::find_if(shown_.begin(), shown_.end(), [&lower](const DatabaseObject& one) {
    return ascii_lower(one.name) == lower;
  });
  return near == shown_.end() ? nullptr : &*near;
}

}  // namespace lectern
