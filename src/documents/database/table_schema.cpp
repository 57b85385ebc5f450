#include "documents/database/table_schema.h"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "base/format.h"

namespace lectern {
namespace {

constexpr std::size_t kMostColumns = 32'767;

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z') ||
         (byte >= 'A' && byte <= 'Z') || byte == '_' || byte == '$' || byte >= 0x80;
}

struct SqlToken {
  enum class Kind : std::uint8_t { kEnd, kWord, kQuoted, kString, kBlob, kNumber, kMark };
  Kind kind = Kind::kEnd;
  std::string_view text;  ///< as it stands
  std::string name;       ///< of a word or quoted name: as it is called

  bool is(std::string_view word) const { return kind == Kind::kWord && ascii_lower(text) == word; }
  bool is_mark(char c) const { return kind == Kind::kMark && text[0] == c; }
};

/// Takes SQL apart, one token after the other.
class SqlTokens {
 public:
  explicit SqlTokens(std::string_view sql) : sql_(sql) { advance(); }

  const SqlToken& now() const { return token_; }
  /// Where the token begins.
  std::size_t start() const { return start_; }
  bool is_end() const { return token_.kind == SqlToken::Kind::kEnd; }

  SqlToken take() {
    SqlToken taken = std::move(token_);
    advance();
    return taken;
  }
  bool skip(std::string_view word) {
    if (!token_.is(word)) return false;
    advance();
    return true;
  }
  bool skip(char mark) {
    if (!token_.is_mark(mark)) return false;
    advance();
    return true;
  }
  /// Goes behind the bracket that closes the one that is here. \returns what stands between.
  std::string_view skip_group() {
    std::size_t depth = 0;
    const std::size_t from = start_ + 1;
    std::size_t to = sql_.size();
    do {
      if (token_.is_mark('(')) ++depth;
      if (token_.is_mark(')')) --depth;
      if (depth == 0) to = start_;
      advance();
    } while (depth > 0 && !is_end());
    return sql_.substr(std::min(from, sql_.size()), to - std::min(from, to));
  }

 private:
  void skip_blanks() {
    while (at_ < sql_.size()) {
      const char c = sql_[at_];
      if (c == ' ' || (c >= '\t' && c <= '\r')) {
        ++at_;
      } else if (sql_.substr(at_).starts_with("--")) {
        at_ = std::min(sql_.find('\n', at_), sql_.size());
      } else if (sql_.substr(at_).starts_with("/*")) {
        const std::size_t end = sql_.find("*/", at_ + 2);
        at_ = end == sql_.npos ? sql_.size() : end + 2;
      } else {
        return;
      }
    }
  }

  void quoted(char end, SqlToken::Kind kind) {
    token_.kind = kind;
    for (++at_; at_ < sql_.size(); ++at_) {
      if (sql_[at_] != end) {
        token_.name += sql_[at_];
      } else if (end != ']' && at_ + 1 < sql_.size() && sql_[at_ + 1] == end) {
        token_.name += end;
        ++at_;
      } else {
        ++at_;
        return;
      }
    }
  }

  void advance() {
    skip_blanks();
    token_ = {};
    start_ = at_;
    if (at_ >= sql_.size()) return;
    const char c = sql_[at_];
    const bool is_digit = c >= '0' && c <= '9';
    const char after = at_ + 1 < sql_.size() ? sql_[at_ + 1] : ' ';
    if (c == '"' || c == '`') {
      quoted(c, SqlToken::Kind::kQuoted);
    } else if (c == '[') {
      quoted(']', SqlToken::Kind::kQuoted);
    } else if (c == '\'') {
      quoted(c, SqlToken::Kind::kString);
    } else if ((c == 'x' || c == 'X') && after == '\'') {
      ++at_;
      quoted('\'', SqlToken::Kind::kBlob);
    } else if (is_digit || (c == '.' && after >= '0' && after <= '9')) {
      token_.kind = SqlToken::Kind::kNumber;
      while (at_ < sql_.size() &&
             (is_word_byte(sql_[at_]) || sql_[at_] == '.' ||
              ((sql_[at_] == '+' || sql_[at_] == '-') &&
               (sql_[at_ - 1] == 'e' || sql_[at_ - 1] == 'E') && sql_[start_ + 1] != 'x')))
        ++at_;
    } else if (is_word_byte(c)) {
      token_.kind = SqlToken::Kind::kWord;
      while (at_ < sql_.size() && is_word_byte(sql_[at_])) ++at_;
      token_.name = sql_.substr(start_, at_ - start_);
    } else {
      token_.kind = SqlToken::Kind::kMark;
      ++at_;
    }
    token_.text = sql_.substr(start_, at_ - start_);
  }

  std::string_view sql_;
  std::size_t at_ = 0;
  std::size_t start_ = 0;
  SqlToken token_;
};

constexpr std::string_view kConstraintWords[] = {
    "constraint", "primary", "not",       "null", "unique",     "check", "default",  "collate",
    "references", "as",      "generated", "on",   "deferrable", "match", "initially"};

bool begins_constraint(const SqlToken& token) {
  return std::any_of(std::begin(kConstraintWords), std::end(kConstraintWords),
                     [&token](std::string_view word) { return token.is(word); });
}

bool begins_table_constraint(const SqlToken& token) {
  return token.is("constraint") || token.is("primary") || token.is("unique") || token.is("check") ||
         token.is("foreign");
}

bool same_name(std::string_view a, std::string_view b) { return ascii_lower(a) == ascii_lower(b); }

/// The affinity REAL, by the rules of the format (datatype3.html, section 3.1).
bool is_real_type(std::string_view type) {
  const std::string lower = ascii_lower(type);
  const auto has = [&lower](std::string_view part) { return lower.find(part) != lower.npos; };
  if (has("int") || has("char") || has("clob") || has("text") || has("blob")) return false;
  return has("real") || has("floa") || has("doub");
}

/// A constant as a value: nothing for other expressions.
std::optional<DatabaseValue> constant_of(const SqlToken& token, bool is_negative) {
  DatabaseValue value;
  if (token.kind == SqlToken::Kind::kNumber) {
    const std::string digits(token.text);
    const bool is_hex = digits.size() > 2 && digits[0] == '0' && (digits[1] | 32) == 'x';
    const bool is_whole = is_hex || digits.find_first_not_of("0123456789") == digits.npos;
    if (is_whole && digits.size() < 19) {
      value.kind = DatabaseValue::Kind::kInteger;
      value.integer = std::strtoll(digits.c_str(), nullptr, is_hex ? 16 : 10);
      if (is_negative) value.integer = -value.integer;
    } else {
      value.kind = DatabaseValue::Kind::kReal;
      value.real = std::strtod(digits.c_str(), nullptr) * (is_negative ? -1 : 1);
    }
    return value;
  }
  if (is_negative) return std::nullopt;
  if (token.is("null")) return value;
  if (token.is("true") || token.is("false")) {
    value.kind = DatabaseValue::Kind::kInteger;
    value.integer = token.is("true") ? 1 : 0;
    return value;
  }
  if (token.kind == SqlToken::Kind::kString || token.kind == SqlToken::Kind::kQuoted) {
    value.kind = DatabaseValue::Kind::kText;
    value.bytes = token.name;
    value.size = token.name.size();
    return value;
  }
  return std::nullopt;
}

class TableParser {
 public:
  explicit TableParser(std::string_view sql) : tokens_(sql) {}

  std::optional<TableSchema> parse() {
    if (!tokens_.skip("create")) return std::nullopt;
    if (!tokens_.skip("temp")) tokens_.skip("temporary");
    if (!tokens_.skip("table")) return std::nullopt;
    if (tokens_.skip("if")) {
      tokens_.skip("not");
      tokens_.skip("exists");
    }
    tokens_.take();
    if (tokens_.skip('.')) tokens_.take();
    if (!tokens_.skip('(')) return std::nullopt;
    do {
      if (tokens_.is_end() || schema_.columns.size() >= kMostColumns) return std::nullopt;
      if (begins_table_constraint(tokens_.now())) {
        table_constraint();
      } else if (!column()) {
        return std::nullopt;
      }
      // A comma between the constraints of a table may be left out.
      while (begins_table_constraint(tokens_.now())) table_constraint();
    } while (tokens_.skip(','));
    if (!tokens_.skip(')')) return std::nullopt;
    while (!tokens_.is_end()) {
      if (tokens_.skip("without")) {
        schema_.is_without_rowid = tokens_.now().is("rowid");
      } else {
        tokens_.take();
      }
    }
    return finish();
  }

 private:
  bool column() {
    const SqlToken name = tokens_.take();
    if (name.kind != SqlToken::Kind::kWord && name.kind != SqlToken::Kind::kQuoted &&
        name.kind != SqlToken::Kind::kString)
      return false;
    TableColumn column;
    column.name = name.name;
    read_type(column);
    column.is_real = is_real_type(column.type);
    schema_.columns.push_back(std::move(column));
    while (begins_constraint(tokens_.now())) column_constraint(schema_.columns.back());
    return tokens_.now().is_mark(',') || tokens_.now().is_mark(')') ||
           begins_table_constraint(tokens_.now());
  }

  void read_type(TableColumn& column) {
    while (!tokens_.is_end() && !begins_constraint(tokens_.now()) && !tokens_.now().is_mark(',') &&
           !tokens_.now().is_mark(')')) {
      if (tokens_.now().is_mark('(')) {
        column.type += '(';
        column.type += tokens_.skip_group();
        column.type += ')';
        continue;
      }
      const SqlToken token = tokens_.take();
      if (!column.type.empty()) column.type += ' ';
      column.type += token.name.empty() ? std::string(token.text) : token.name;
    }
  }

  void column_constraint(TableColumn& column) {
    if (tokens_.skip("constraint")) {
      tokens_.take();
    } else if (tokens_.skip("primary")) {
      tokens_.skip("key");
      column.is_key = true;
      const bool is_descending = tokens_.skip("desc");
      tokens_.skip("asc");
      keys_ = {schema_.columns.size() - 1};
      has_alias_ = !is_descending;
      skip_conflict();
      tokens_.skip("autoincrement");
    } else if (tokens_.skip("not")) {
      tokens_.skip("null");
      column.is_not_null = true;
      skip_conflict();
    } else if (tokens_.skip("null") || tokens_.skip("unique")) {
      skip_conflict();
    } else if (tokens_.skip("default")) {
      default_of(column);
    } else if (tokens_.skip("generated") || tokens_.now().is("as")) {
      tokens_.skip("always");
      tokens_.skip("as");
      if (tokens_.now().is_mark('(')) tokens_.skip_group();
      column.is_stored = tokens_.skip("stored");
      column.is_virtual = !column.is_stored;
      tokens_.skip("virtual");
    } else {
      // CHECK, COLLATE, REFERENCES and what belongs to them: up to the next constraint.
      tokens_.take();
      while (!tokens_.is_end() && !begins_constraint(tokens_.now()) &&
             !tokens_.now().is_mark(',') && !tokens_.now().is_mark(')')) {
        if (tokens_.now().is_mark('(')) {
          tokens_.skip_group();
        } else if (tokens_.skip("set")) {
          // ON DELETE SET NULL, SET DEFAULT: no constraints of the column.
          tokens_.take();
        } else {
          tokens_.take();
        }
      }
    }
  }

  void skip_conflict() {
    if (!tokens_.skip("on")) return;
    tokens_.skip("conflict");
    tokens_.take();
  }

  void default_of(TableColumn& column) {
    if (tokens_.now().is_mark('(')) {
      column.missing_text = tokens_.skip_group();
      SqlTokens inner(column.missing_text);
      const bool is_negative = inner.skip('-');
      const SqlToken only = inner.take();
      const auto value = inner.is_end() ? constant_of(only, is_negative) : std::nullopt;
      if (!value) return;
      column.missing = *value;
      column.missing_text.clear();
      return;
    }
    const bool is_negative = tokens_.skip('-');
    if (!is_negative) tokens_.skip('+');
    const SqlToken token = tokens_.take();
    if (const auto value = constant_of(token, is_negative)) {
      column.missing = *value;
    } else {
      column.missing_text = token.text;
    }
  }

  void table_constraint() {
    if (tokens_.skip("constraint")) tokens_.take();
    if (tokens_.skip("primary")) {
      tokens_.skip("key");
      if (tokens_.now().is_mark('(')) key_columns(tokens_.skip_group());
    } else if (begins_table_constraint(tokens_.now())) {
      tokens_.take();
    }
    while (!tokens_.is_end() && !tokens_.now().is_mark(',') && !tokens_.now().is_mark(')') &&
           !begins_table_constraint(tokens_.now())) {
      if (tokens_.now().is_mark('(')) {
        tokens_.skip_group();
      } else {
        tokens_.take();
      }
    }
  }

  void key_columns(std::string_view list) {
    SqlTokens names(list);
    keys_.clear();
    has_alias_ = true;
    // Of equal names the first one counts.
    std::map<std::string, std::size_t> columns;
    for (std::size_t i = 0; i < schema_.columns.size(); ++i)
      columns.emplace(ascii_lower(schema_.columns[i].name), i);
    while (!names.is_end()) {
      const auto column = columns.find(ascii_lower(names.take().name));
      if (column != columns.end()) {
        schema_.columns[column->second].is_key = true;
        keys_.push_back(column->second);
        columns.erase(column);
      }
      while (!names.is_end() && !names.skip(',')) names.take();
    }
  }

  TableSchema finish() {
    if (schema_.is_without_rowid) {
      schema_.stored = keys_;
    } else if (keys_.size() == 1 && has_alias_ &&
               same_name(schema_.columns[keys_[0]].type, "integer")) {
      schema_.rowid_column = keys_[0];
    }
    std::vector<bool> is_there(schema_.columns.size());
    for (const std::size_t key : schema_.stored) is_there[key] = true;
    for (std::size_t i = 0; i < schema_.columns.size(); ++i) {
      if (!schema_.columns[i].is_virtual && !is_there[i]) schema_.stored.push_back(i);
    }
    return std::move(schema_);
  }

  SqlTokens tokens_;
  TableSchema schema_;
  std::vector<std::size_t> keys_;
  bool has_alias_ = false;
};

}  // namespace

std::optional<TableSchema> parse_table_schema(std::string_view sql) {
  return TableParser(sql).parse();
}

}  // namespace lectern
