#include "drawing/drawing.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "drawing/svg/drawer.h"
#include "image/checks.h"

namespace lectern {
namespace {

using drawing::Att;
using drawing::Axis;
using drawing::Point;

/// What is larger is drawn smaller: no provider takes more.
constexpr double kMaxSide = 4096;
/// Of a drawing that does not say its size, as browsers take it.
constexpr Point kDefaultSize = {300, 150};
constexpr std::size_t kMostNamed = 12;

struct Size {
  Point units;  ///< in user units
  double scale = 1;
  Dimensions pixels;
};

Result<Size> size_of(const drawing::Tree& tree, const Limits& limits) {
  const auto view_box = drawing::read_view_box(tree.get(tree.root(), Att::kViewBox));
  drawing::Measures measures;
  const bool has_view_box = view_box && view_box->width() > 0 && view_box->height() > 0;
  measures.width = has_view_box ? view_box->width() : kDefaultSize.x;
  measures.height = has_view_box ? view_box->height() : kDefaultSize.y;
  const auto side = [&](Att name, Axis axis) {
    return drawing::read_length(tree.get(tree.root(), name), axis, measures);
  };
  const auto width = side(Att::kWidth, Axis::kX);
  const auto height = side(Att::kHeight, Axis::kY);
  Size size;
  size.units = {width.value_or(measures.width), height.value_or(measures.height)};
  if (has_view_box && width && !height) size.units.y = *width * measures.height / measures.width;
  if (has_view_box && height && !width) size.units.x = *height * measures.width / measures.height;
  if (!(size.units.x > 0) || !(size.units.y > 0))
    return fail(ErrorCode::kCorruptImage, "the SVG has no size: a side is zero or negative");
  const double most_pixels = static_cast<double>(limits.max_pixels);
  size.scale = std::min({1.0, kMaxSide / size.units.x, kMaxSide / size.units.y,
                         std::sqrt(most_pixels / size.units.x / size.units.y)});
  const auto pixels = [&](double units) {
    const double whole = std::floor(units * size.scale + (size.scale < 1 ? 1e-6 : 0.5));
    return static_cast<std::uint32_t>(std::max(1, drawing::to_int(whole)));
  };
  size.pixels = {pixels(size.units.x), pixels(size.units.y)};
  return size;
}

std::string plural(std::uint64_t count, std::string_view noun) {
  if (noun == "reference to nothing")
    noun = count == 1 ? noun : std::string_view("references to nothing");
  else if (noun == "reference nested too deep")
    noun = count == 1 ? noun : std::string_view("references nested too deep");
  else if (noun == "element nested too deep")
    noun = count == 1 ? noun : std::string_view("elements nested too deep");
  else
    return counted(count, noun);
  return with_thousands(count) + " " + std::string(noun);
}

/// "Not drawn: 2 filters, 1 foreignObject". Names of elements are the file's: only letters of them
/// are repeated.
void warn_of_left_out(const drawing::LeftOut& left_out, std::vector<std::string>& warnings) {
  if (left_out.empty()) return;
  std::string text;
  std::size_t named = 0;
  std::uint64_t others = 0;
  for (const auto& [name, count] : left_out) {
    const bool is_plain =
        name.size() <= 32 && std::all_of(name.begin(), name.end(), [](char c) {
          return (c | 0x20) >= 'a' && (c | 0x20) <= 'z' ? true : c == ' ' || c == '@';
        });
    if (!is_plain || named == kMostNamed) {
      others += count;
      continue;
    }
    ++named;
    if (!text.empty()) text += ", ";
    text += plural(count, name);
  }
  if (others > 0) text += (text.empty() ? "" : ", ") + counted(others, "other element");
  warnings.push_back("Not drawn: " + text);
}

void warn_of_characters(const std::map<char32_t, std::uint64_t>& characters,
                        std::vector<std::string>& warnings) {
  if (characters.empty()) return;
  std::uint64_t count = 0;
  std::string names;
  std::size_t named = 0;
  for (const auto& [character, times] : characters) {
    count += times;
    if (named++ >= kMostNamed) continue;
    constexpr std::string_view kDigits = "0123456789ABCDEF";
    std::string digits;
    for (char32_t rest = character; rest > 0 || digits.size() < 4; rest >>= 4)
      digits.insert(digits.begin(), kDigits[rest & 15]);
    names += (names.empty() ? "U+" : ", U+") + digits;
  }
  if (named > kMostNamed) names += ", ...";
  warnings.push_back(counted(count, "character") + " drawn as boxes: the face has no " + names);
}

}  // namespace

Result<DecodedPicture> draw_svg(ByteSpan bytes, const Limits& limits, const FitLimits& fit) {
  drawing::Meter meter(limits);
  drawing::Missing missing;
  drawing::Tree tree;
  LECTERN_CHECK(tree.read(bytes, meter, missing.left_out));
  if (meter.has_failed()) return tl::unexpected<Error>(meter.take_error());
  LECTERN_TRY(const Size size, size_of(tree, limits));
  LECTERN_CHECK(check_pixels(size.pixels, limits));
  const Dimensions drawn = fitted_size(size.pixels, fit);
  const drawing::IntBox box = {0, 0, static_cast<std::int32_t>(drawn.width),
                               static_cast<std::int32_t>(drawn.height)};
  const auto scale = [&](std::uint32_t side, std::uint32_t whole) {
    return size.scale * side / whole;
  };
  const auto matrix = drawing::Matrix::scale(scale(drawn.width, size.pixels.width),
                                             scale(drawn.height, size.pixels.height));
  drawing::Held held;
  held.grow(meter, rgba_bytes(drawn));
  auto canvas = drawing::Pixmap::create(box, meter);
  if (!canvas) return tl::unexpected<Error>(meter.take_error());
  for (std::int32_t y = 0; y < box.y1; ++y) {
    const auto row = canvas->row(y);
    std::fill(row.begin(), row.end(), drawing::Rgba{255, 255, 255, 255});
  }
  drawing::Drawer drawer(tree, limits, meter, missing);
  drawer.draw(*canvas, matrix, {box, nullptr}, size.units);
  if (meter.has_failed()) return tl::unexpected<Error>(meter.take_error());

  LECTERN_TRY(Pixels pixels, Pixels::create(drawn, limits.max_decoded_bytes));
  for (std::int32_t y = 0; y < box.y1; ++y) {
    std::uint8_t* to = pixels.row(static_cast<std::uint32_t>(y)).data();
    for (const drawing::Rgba p : canvas->row(y)) {
      *to++ = p.r;
      *to++ = p.g;
      *to++ = p.b;
      *to++ = 255;
    }
  }
  DecodedFacts facts;
  if (drawn != size.pixels) facts.full_size = size.pixels;
  if (size.scale < 1) {
    facts.warnings.push_back("drawn smaller than its own size of " +
                             std::to_string(drawing::to_int(size.units.x)) + " x " +
                             std::to_string(drawing::to_int(size.units.y)) + " pixels");
  }
  warn_of_left_out(missing.left_out, facts.warnings);
  warn_of_characters(missing.characters, facts.warnings);
  return DecodedPicture{std::move(pixels), std::move(facts)};
}

}  // namespace lectern
