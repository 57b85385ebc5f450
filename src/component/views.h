// The core's values as the canonical ABI has them: views, which live as long as what they show.
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/tool_result.h"
#include "component/records.h"

namespace lectern::component {

inline String view(std::string_view text) {
  return {text.data(), static_cast<std::uint32_t>(text.size())};
}

inline Bytes view(ByteSpan bytes) {
  return {bytes.data(), static_cast<std::uint32_t>(bytes.size())};
}

template <typename T>
List<T> view(std::vector<T>& values) {
  return {values.data(), static_cast<std::uint32_t>(values.size())};
}

/// "" is none.
inline Option<String> option(const std::string& text) { return {!text.empty(), view(text)}; }

inline Option<String> option(const std::optional<std::string>& text) {
  return text ? Option<String>{true, view(*text)} : Option<String>{};
}

inline Option<Dimensions> option(const std::optional<lectern::Dimensions>& size) {
  if (!size) return {};
  return {true, {size->width, size->height}};
}

template <typename T>
Option<T> option(const std::optional<T>& value) {
  return value ? Option<T>{true, *value} : Option<T>{};
}

/// The enums of results have the order of lectern.wit: both come from schema/.
template <typename Enum>
Case case_of(Enum value) {
  return static_cast<Case>(value);
}

template <typename Enum>
Option<Case> option_case(const std::optional<Enum>& value) {
  return value ? Option<Case>{true, case_of(*value)} : Option<Case>{};
}

/// Points with two decimals, as in the JSON of a result.
inline double points(double value) { return std::round(value * 100) / 100; }

// All fields but lists; generated from schema/.
void fill(const lectern::PageInfo& from, PageInfo& to);
void fill(const lectern::OutlineItem& from, OutlineItem& to);
void fill(const lectern::DocumentInfo& from, DocumentInfo& to);
void fill(const lectern::Metadata& from, Metadata& to);

}  // namespace lectern::component
