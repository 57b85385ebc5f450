#include "text/encoding.h"

#include <algorithm>
#include <string>

#include "base/format.h"

namespace lectern {
namespace {

struct Label {
  std::string_view label;
  Encoding encoding;
};

constexpr Label kLabels[] = {
    {"utf-8", Encoding::kUtf8},       {"utf8", Encoding::kUtf8},
    {"utf-16", Encoding::kUtf16Le},   {"utf-16le", Encoding::kUtf16Le},
    {"utf-16be", Encoding::kUtf16Be}, {"utf-32", Encoding::kUtf32Le},
    {"utf-32le", Encoding::kUtf32Le}, {"utf-32be", Encoding::kUtf32Be},
};

}  // namespace

std::string_view encoding_name(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf8:
      return "utf-8";
    case Encoding::kUtf16Le:
      return "utf-16le";
    case Encoding::kUtf16Be:
      return "utf-16be";
    case Encoding::kUtf32Le:
      return "utf-32le";
    case Encoding::kUtf32Be:
      return "utf-32be";
  }
  return "utf-8";
}

std::optional<Encoding> encoding_for_label(std::string_view label) {
  const std::size_t start = label.find_first_not_of(" \t\n\f\r");
  if (start == std::string_view::npos) return std::nullopt;
  const std::size_t end = label.find_last_not_of(" \t\n\f\r");
  const std::string name = ascii_lower(label.substr(start, end - start + 1));
  const auto found = std::find_if(std::begin(kLabels), std::end(kLabels),
                                  [&](const Label& known) { return known.label == name; });
  if (found == std::end(kLabels)) return std::nullopt;
  return found->encoding;
}

bool is_ascii_compatible(Encoding encoding) { return code_unit_bytes(encoding) == 1; }

std::size_t code_unit_bytes(Encoding encoding) {
  switch (encoding) {
    case Encoding::kUtf16Le:
    case Encoding::kUtf16Be:
      return 2;
    case Encoding::kUtf32Le:
    case Encoding::kUtf32Be:
      return 4;
    case Encoding::kUtf8:
      break;
  }
  return 1;
}

}  // namespace lectern
