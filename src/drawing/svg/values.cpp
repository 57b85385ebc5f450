#include "drawing/svg/values.h"

#include "drawing/raster/angles.h"
#include "drawing/svg/scanner.h"

namespace lectern::drawing {
namespace {

double whole_of(Axis axis, const Measures& measures) {
  switch (axis) {
    case Axis::kX:
      return measures.width;
    case Axis::kY:
      return measures.height;
    default:
      return std::sqrt((measures.width * measures.width + measures.height * measures.height) / 2);
  }
}

/// Of one unit; nullopt for none that is known.
std::optional<double> unit_size(std::string_view unit, Axis axis, const Measures& measures) {
  struct Unit {
    std::string_view name;
    double size;
  };
  const Unit units[] = {{"", 1},
                        {"px", 1},
                        {"pt", 96.0 / 72},
                        {"pc", 16},
                        {"mm", 96 / 25.4},
                        {"cm", 96 / 2.54},
                        {"in", 96},
                        {"q", 96 / 101.6},
                        {"em", measures.font_size},
                        {"ex", measures.font_size / 2},
                        {"ch", measures.font_size / 2},
                        {"rem", measures.root_font_size},
                        {"vw", measures.width / 100},
                        {"vh", measures.height / 100},
                        {"vmin", std::min(measures.width, measures.height) / 100},
                        {"vmax", std::max(measures.width, measures.height) / 100},
                        {"%", whole_of(axis, measures) / 100}};
  for (const Unit& known : units)
    if (equals_ignoring_case(unit, known.name)) return known.size;
  return std::nullopt;
}

std::optional<double> take_length(Scanner& in, Axis axis, const Measures& measures) {
  const auto number = in.number();
  if (!number) return std::nullopt;
  const std::string_view rest = in.rest();
  std::size_t size = 0;
  while (size < rest.size() && (is_letter(rest[size]) || rest[size] == '%')) ++size;
  in = Scanner(rest.substr(size));
  const auto unit = unit_size(rest.substr(0, size), axis, measures);
  if (!unit) return std::nullopt;
  return std::clamp(*number * *unit, -1e12, 1e12);
}

Matrix rotation(double degrees) {
  const Point p = direction_of(degrees);
  return {p.x, p.y, -p.y, p.x, 0, 0};
}

double tangent(double degrees) {
  const Point p = direction_of(degrees);
  return p.x == 0 ? 0 : p.y / p.x;
}

std::optional<Matrix> one_transform(std::string_view name, const double (&v)[6],
                                    std::size_t count) {
  if (name == "matrix" && count == 6) return Matrix{v[0], v[1], v[2], v[3], v[4], v[5]};
  if (name == "translate" && (count == 1 || count == 2))
    return Matrix::translate(v[0], count == 2 ? v[1] : 0);
  if (name == "translateX" && count == 1) return Matrix::translate(v[0], 0);
  if (name == "translateY" && count == 1) return Matrix::translate(0, v[0]);
  if (name == "scale" && (count == 1 || count == 2))
    return Matrix::scale(v[0], count == 2 ? v[1] : v[0]);
  if (name == "scaleX" && count == 1) return Matrix::scale(v[0], 1);
  if (name == "scaleY" && count == 1) return Matrix::scale(1, v[0]);
  if (name == "rotate" && count == 1) return rotation(v[0]);
  if (name == "rotate" && count == 3)
    return Matrix::translate(v[1], v[2]) * rotation(v[0]) * Matrix::translate(-v[1], -v[2]);
  if (name == "skewX" && count == 1) return Matrix{1, 0, tangent(v[0]), 1, 0, 0};
  if (name == "skewY" && count == 1) return Matrix{1, tangent(v[0]), 0, 1, 0, 0};
  return std::nullopt;
}

}  // namespace

std::optional<double> read_length(std::string_view text, Axis axis, const Measures& measures) {
  Scanner in(trimmed(text));
  const auto value = take_length(in, axis, measures);
  return in.at_end() ? value : std::nullopt;
}

std::optional<double> read_share(std::string_view text) {
  Scanner in(trimmed(text));
  auto value = in.number();
  if (!value) return std::nullopt;
  if (in.take('%')) *value /= 100;
  if (!in.at_end()) return std::nullopt;
  return std::clamp(*value, 0.0, 1.0);
}

std::vector<double> read_numbers(std::string_view text, Meter& meter) {
  std::vector<double> numbers;
  Scanner in(text);
  for (in.skip_spaces(); !in.at_end() && meter.spend(1, 16); in.skip_separator()) {
    const auto number = in.number();
    if (!number) break;
    numbers.push_back(*number);
  }
  return numbers;
}

std::vector<double> read_lengths(std::string_view text, Axis axis, const Measures& measures,
                                 Meter& meter) {
  std::vector<double> lengths;
  Scanner in(text);
  for (in.skip_spaces(); !in.at_end() && meter.spend(1, 16); in.skip_separator()) {
    const auto value = take_length(in, axis, measures);
    if (!value) break;
    lengths.push_back(*value);
  }
  return lengths;
}

std::optional<Matrix> read_transform(std::string_view text) {
  Matrix matrix;
  Scanner in(trimmed(text));
  if (in.rest() == "none") return matrix;
  while (!in.at_end()) {
    const std::string_view name = in.word();
    in.skip_spaces();
    if (!in.take('(')) return std::nullopt;
    double values[6] = {};
    std::size_t count = 0;
    in.skip_spaces();
    while (!in.take(')')) {
      const auto value = in.number();
      if (!value || count == 6) return std::nullopt;
      const std::string_view unit = in.word();
      double size = 1;
      if (unit == "rad") size = 180 / kPi;
      if (unit == "turn") size = 360;
      if (unit == "grad") size = 0.9;
      if (!unit.empty() && unit != "deg" && unit != "px" && size == 1) return std::nullopt;
      values[count++] = *value * size;
      in.skip_separator();
    }
    const auto one = one_transform(name, values, count);
    if (!one) return std::nullopt;
    matrix = matrix * *one;
    in.skip_separator();
  }
  return matrix;
}

Path read_points(std::string_view text, bool closes, Meter& meter, Held& held) {
  Path path;
  Scanner in(text);
  for (in.skip_spaces(); !in.at_end(); in.skip_separator()) {
    const auto x = in.number();
    in.skip_separator();
    const auto y = in.number();
    if (!x || !y || !meter.spend(1, 32) || !held.grow(meter, 2 * sizeof(Point) + 4)) break;
    if (path.is_empty()) {
      path.move({*x, *y});
    } else {
      path.line({*x, *y});
    }
  }
  if (closes) path.close();
  return path;
}

std::optional<Box> read_view_box(std::string_view text) {
  Scanner in(text);
  double values[4] = {};
  for (double& value : values) {
    in.skip_separator();
    const auto number = in.number();
    if (!number) return std::nullopt;
    value = *number;
  }
  if (values[2] < 0 || values[3] < 0) return std::nullopt;
  return Box::of(values[0], values[1], values[2], values[3]);
}

Fit fit_view_box(const Box& view_box, const Box& viewport, std::string_view aspect_ratio) {
  Scanner in(trimmed(aspect_ratio));
  std::string_view align = in.word();
  if (align == "defer") {
    in.skip_spaces();
    align = in.word();
  }
  in.skip_spaces();
  const bool slices = in.word() == "slice";
  double sx = viewport.width() / view_box.width();
  double sy = viewport.height() / view_box.height();
  double left = 0.5;
  double top = 0.5;
  const bool is_none = align == "none";
  if (!is_none) {
    sx = sy = slices ? std::max(sx, sy) : std::min(sx, sy);
    if (align.starts_with("xMin")) left = 0;
    if (align.starts_with("xMax")) left = 1;
    if (align.ends_with("YMin")) top = 0;
    if (align.ends_with("YMax")) top = 1;
  }
  const double x = viewport.x0 + left * (viewport.width() - view_box.width() * sx);
  const double y = viewport.y0 + top * (viewport.height() - view_box.height() * sy);
  return {{sx, 0, 0, sy, x - view_box.x0 * sx, y - view_box.y0 * sy}, slices && !is_none};
}

}  // namespace lectern::drawing
