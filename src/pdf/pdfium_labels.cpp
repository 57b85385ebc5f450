#include "pdf/pdfium_labels.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/message.h"
#include "pdf/pdfium_strings.h"
#include "pdf/pdfium_trees.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxPrefixChars = 200;

std::string roman(std::int64_t number) {
  constexpr std::array<std::pair<std::int64_t, std::string_view>, 13> kSigns = {{{1000, "m"},
                                                                                 {900, "cm"},
                                                                                 {500, "d"},
                                                                                 {400, "cd"},
                                                                                 {100, "c"},
                                                                                 {90, "xc"},
                                                                                 {50, "l"},
                                                                                 {40, "xl"},
                                                                                 {10, "x"},
                                                                                 {9, "ix"},
                                                                                 {5, "v"},
                                                                                 {4, "iv"},
                                                                                 {1, "i"}}};
  constexpr std::int64_t kMost = 1'000'000;
  std::string text;
  number %= kMost;
  for (const auto& [value, sign] : kSigns) {
    for (; number >= value; number -= value) text += sign;
  }
  return text;
}

/// "a" to "z", then "aa" to "zz".
std::string letters(std::int64_t number) {
  constexpr std::int64_t kLetters = 26;
  constexpr std::int64_t kMostAlike = 1'000;
  if (number <= 0) return "";
  const auto count = static_cast<std::size_t>(((number - 1) / kLetters + 1) % kMostAlike);
  return std::string(count, static_cast<char>('a' + (number - 1) % kLetters));
}

std::string in_capitals(std::string text) {
  for (char& c : text) c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string numbered(std::int64_t number, const ByteString& style) {
  if (style == "D") return compose({"{}", number});
  if (style == "r") return roman(number);
  if (style == "R") return in_capitals(roman(number));
  if (style == "a") return letters(number);
  if (style == "A") return in_capitals(letters(number));
  return "";
}

}  // namespace

std::string PdfiumLabels::of(std::uint64_t page) {
  if (!is_collected_) {
    is_collected_ = true;
    const CPDF_Dictionary* root = document_.GetRoot();
    if (Dictionary labels = root == nullptr ? nullptr : root->GetDictFor("PageLabels")) {
      has_labels_ = true;
      collect(std::move(labels));
    }
  }
  if (!has_labels_) return "";
  const auto index = static_cast<std::int64_t>(page);
  const auto next =
      std::upper_bound(ranges_.begin(), ranges_.end(), index,
                       [](std::int64_t at, const auto& range) { return at < range.first; });
  if (next == ranges_.begin() || !(next - 1)->second) return compose({"{}", index + 1});
  const auto& [first, label] = *(next - 1);
  const std::int64_t number = index - first + label->GetIntegerFor("St", 1);
  WideString text = text_for(*label, "P", kMaxPrefixChars);
  if (text.GetLength() > kMaxPrefixChars) text = text.First(kMaxPrefixChars) + L"…";
  const std::string in_style = numbered(number, label->GetByteStringFor("S"));
  text += WideString::FromASCII(ByteStringView(in_style.data(), in_style.size()));
  return utf8_line(text);
}

void PdfiumLabels::collect(Dictionary root) {
  for (const RetainPtr<const CPDF_Array>& numbers : arrays_of_tree(std::move(root), "Nums")) {
    for (std::size_t i = 0; i + 1 < numbers->size(); i += 2)
      ranges_.emplace_back(numbers->GetIntegerAt(i), numbers->GetDictAt(i + 1));
  }
  std::stable_sort(ranges_.begin(), ranges_.end(),
                   [](const auto& one, const auto& other) { return one.first < other.first; });
}

}  // namespace lectern
