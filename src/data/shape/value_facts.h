// What values at one place of many records have in common: their kinds, their range, some of them.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace lectern {

enum class ValueKind : std::uint8_t {
  kNull,
  kBoolean,
  kInteger,
  kNumber,
  kDate,
  kString,
  kArray,
  kObject,
};
inline constexpr std::size_t kValueKinds = 8;

/// "string", "strings".
std::string_view value_noun(ValueKind kind);

/// The kind of a value that has no quotes: of a column, of YAML. "" is null.
ValueKind kind_of_plain(std::string_view text);
/// kDate for `2026-01-31` with or without a time behind it, else kString.
ValueKind kind_of_string(std::string_view text);

/// `text` as it is, or its beginning and "..." behind it.
std::string sample_of(std::string_view text);

class ValueFacts {
 public:
  /// Counts a value.
  /// \param text  as it is shown, or its beginning; of kObject and kArray nothing
  /// \param bytes  of all of it
  void add(ValueKind kind, std::string_view text, std::uint64_t bytes);
  /// Adds what another place has.
  void merge(const ValueFacts& other);

  std::uint64_t count() const { return count_; }
  std::uint64_t count(ValueKind kind) const { return counts_[static_cast<std::size_t>(kind)]; }
  /// The kind of all values, when they have only one.
  bool is_all(ValueKind kind) const { return count_ > 0 && count(kind) == count_; }

  /// "integer 1 to 9"; "900 strings "a", "b", 100 nulls".
  std::string text() const;
  /// The same without the values of one kind.
  std::string text_without(ValueKind kind) const;
  /// Takes back what `add` has counted, but not its text.
  void take_back(ValueKind kind);
  /// The range or the samples of the values of one kind: "1 to 9"; "" when there is nothing to say.
  std::string detail(ValueKind kind) const;

 private:
  struct Bounds {
    double least = 0;
    double most = 0;
    std::string least_text;
    std::string most_text;
  };

  std::string text_of(std::array<std::uint64_t, kValueKinds> counts) const;
  double value_of_number(std::string_view text);
  void add_number(std::string_view text);
  void add_bounds(const Bounds& other);
  void add_sample(std::string_view text);
  void add_date(std::string_view text);

  std::uint64_t count_ = 0;
  std::array<std::uint64_t, kValueKinds> counts_{};
  std::uint64_t trues_ = 0;
  std::uint64_t longest_ = 0;  ///< bytes of a string
  bool has_bounds_ = false;
  Bounds bounds_;
  // Of the last number; most have as many places.
  int exponent_ = 0;
  double power_ = 1;
  std::string first_date_;
  std::string last_date_;
  std::vector<std::string> samples_;
};

}  // namespace lectern
