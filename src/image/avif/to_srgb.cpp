#include "image/avif/to_srgb.h"

#include <algorithm>
#include <cmath>

#include "base/byte_reader.h"

namespace lectern {
namespace {

using Matrix = std::array<double, 9>;

constexpr std::int32_t kMatrixUnit = 4096;
constexpr std::size_t kLightSteps = 4096;
constexpr double kMostLight = 65535;
constexpr std::size_t kIccHeader = 128;
constexpr std::uint32_t kMaxTags = 1000;

/// XYZ (D50, as profiles have it) to linear sRGB.
constexpr Matrix kFromD50 = {3.1338561, -1.6168667, -0.4906146, -0.9787684, 1.9161415,
                             0.0334540, 0.0719453,  -0.2289914, 1.4052427};
/// Linear BT.2020, Display P3 and DCI-P3 (D65) to linear sRGB.
constexpr Matrix kFromBt2020 = {1.660491,  -0.587641, -0.072850, -0.124550, 1.132900,
                                -0.008349, -0.018151, -0.100579, 1.118730};
constexpr Matrix kFromP3 = {1.224940, -0.224940, 0.0,       -0.042057, 1.042057,
                            0.0,      -0.019638, -0.078636, 1.098274};
constexpr Matrix kIdentityMatrix = {1, 0, 0, 0, 1, 0, 0, 0, 1};

double srgb_light(double value) {
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double srgb_value(double light) {
  return light <= 0.0031308 ? light * 12.92 : 1.055 * std::pow(light, 1 / 2.4) - 0.055;
}

/// Highlights above the white of a page are compressed into what is left of the range.
double compressed(double light) {
  constexpr double kMost = 1000.0 / 203.0;
  return std::min(1.0, light * (1 + light / (kMost * kMost)) / (1 + light));
}

/// Light by the code of a transfer; nullopt when the code is not known or means sRGB.
std::optional<double> light_of(std::uint32_t transfer, double v) {
  switch (transfer) {
    case 4:
      return std::pow(v, 2.2);
    case 5:
      return std::pow(v, 2.8);
    case 8:
      return v;
    case 16: {
      const double p = std::pow(v, 1 / 78.84375);
      const double nits =
          10000 *
          std::pow(std::max(p - 0.8359375, 0.0) / (18.8515625 - 18.6875 * p), 1 / 0.1593017578125);
      return compressed(nits / 203);
    }
    case 18: {
      const double scene =
          v <= 0.5 ? v * v / 3 : (std::exp((v - 0.55991073) / 0.17883277) + 0.28466892) / 12;
      return compressed(std::pow(scene, 1.2) * 1000 / 203);
    }
    default:
      return std::nullopt;
  }
}

/// sRGB values of light, in steps.
const std::array<std::uint8_t, kLightSteps>& values_of_light() {
  static const auto kValues = [] {
    std::array<std::uint8_t, kLightSteps> values = {};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double light = static_cast<double>(i) / (kLightSteps - 1);
      values[i] = static_cast<std::uint8_t>(std::lround(srgb_value(light) * 255));
    }
    return values;
  }();
  return kValues;
}

/// The data of a tag of an ICC profile; empty when there is none.
ByteSpan icc_tag(ByteSpan icc, std::string_view name) {
  if (icc.size() < kIccHeader) return {};
  ByteReader reader(icc.subspan(kIccHeader));
  const auto count = reader.u32_be();
  for (std::uint32_t i = 0; i < std::min(count.value_or(0), kMaxTags); ++i) {
    const auto tag = reader.take(4);
    const auto offset = reader.u32_be();
    const auto size = reader.u32_be();
    if (!size) return {};
    if (as_chars(*tag) != name) continue;
    if (*offset > icc.size() || *size > icc.size() - *offset) return {};
    return icc.subspan(*offset, *size);
  }
  return {};
}

std::optional<double> s15_fixed16(ByteReader& reader) {
  const auto value = reader.u32_be();
  if (!value) return std::nullopt;
  return static_cast<double>(static_cast<std::int32_t>(*value)) / 65536.0;
}

/// X, Y and Z of a tag.
std::optional<std::array<double, 3>> xyz_of(ByteSpan tag) {
  if (!starts_with(tag, "XYZ ") || tag.size() < 20) return std::nullopt;
  ByteReader reader(tag.subspan(8));
  const auto x = s15_fixed16(reader);
  const auto y = s15_fixed16(reader);
  const auto z = s15_fixed16(reader);
  return std::array<double, 3>{*x, *y, *z};
}

/// Light of `v` by a parametric curve (ICC.1:2022, 10.18).
double parametric(std::uint16_t kind, const std::array<double, 7>& p, double v) {
  const auto& [g, a, b, c, d, e, f] = p;
  const double power = std::pow(std::max(a * v + b, 0.0), g);
  switch (kind) {
    case 0:
      return std::pow(v, g);
    case 1:
      return a * v + b >= 0 ? power : 0;
    case 2:
      return a * v + b >= 0 ? power + c : c;
    case 3:
      return v >= d ? power : c * v;
    default:
      return v >= d ? power + e : c * v + f;
  }
}

std::uint16_t light_step(double light) {
  if (!(light > 0)) return 0;
  return static_cast<std::uint16_t>(std::lround(std::min(light, 1.0) * kMostLight));
}

std::optional<std::array<std::uint16_t, 256>> curve_of(ByteSpan tag) {
  std::array<std::uint16_t, 256> curve = {};
  ByteReader reader(tag);
  if (!reader.skip(8)) return std::nullopt;
  if (starts_with(tag, "para")) {
    constexpr std::size_t kCounts[] = {1, 3, 4, 5, 7};
    const auto kind = reader.u16_be();
    if (!kind || *kind > 4 || !reader.skip(2)) return std::nullopt;
    std::array<double, 7> parameters = {};
    for (std::size_t i = 0; i < kCounts[*kind]; ++i) {
      const auto value = s15_fixed16(reader);
      if (!value) return std::nullopt;
      parameters[i] = *value;
    }
    for (unsigned i = 0; i < 256; ++i)
      curve[i] = light_step(parametric(*kind, parameters, i / 255.0));
    return curve;
  }
  if (!starts_with(tag, "curv")) return std::nullopt;
  const auto count = reader.u32_be();
  if (!count || *count > reader.remaining() / 2) return std::nullopt;
  if (*count <= 1) {
    const double gamma = *count == 0 ? 1.0 : *reader.u16_be() / 256.0;
    for (unsigned i = 0; i < 256; ++i) curve[i] = light_step(std::pow(i / 255.0, gamma));
    return curve;
  }
  std::vector<std::uint16_t> points(*count);
  for (std::uint16_t& point : points) point = reader.u16_be().value_or(0);
  for (unsigned i = 0; i < 256; ++i) {
    const double at = i / 255.0 * (*count - 1);
    const auto before = static_cast<std::size_t>(at);
    const std::size_t after = std::min<std::size_t>(before + 1, *count - 1);
    const double part = at - static_cast<double>(before);
    curve[i] =
        static_cast<std::uint16_t>(std::lround(points[before] * (1 - part) + points[after] * part));
  }
  return curve;
}

}  // namespace

bool is_high_dynamic_range(std::uint32_t transfer) { return transfer == 16 || transfer == 18; }

std::array<std::uint8_t, 3> srgb_of_lab(const LabColor& lab) {
  const auto linear = [](double f) {
    constexpr double kBend = 6.0 / 29.0;
    return f > kBend ? f * f * f : 3 * kBend * kBend * (f - 4.0 / 29.0);
  };
  const double y = (lab.lightness + 16) / 116;
  const std::array<double, 3> xyz = {0.9642 * linear(y + lab.a / 500), linear(y),
                                     0.8249 * linear(y - lab.b / 200)};
  std::array<std::uint8_t, 3> color = {};
  for (std::size_t row = 0; row < 3; ++row) {
    double light = 0;
    for (std::size_t i = 0; i < 3; ++i) light += kFromD50[row * 3 + i] * xyz[i];
    const auto step =
        static_cast<std::size_t>(std::lround(std::clamp(light, 0.0, 1.0) * (kLightSteps - 1)));
    color[row] = values_of_light()[step];
  }
  return color;
}

void ToSrgb::set_matrix(const std::array<double, 9>& matrix) {
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    const double value = std::clamp(matrix[i], -64.0, 64.0);
    matrix_[i] = static_cast<std::int32_t>(std::lround(value * kMatrixUnit));
  }
}

std::optional<ToSrgb> ToSrgb::from_profile(ByteSpan icc) {
  if (!has_bytes_at(icc, 36, "acsp")) return std::nullopt;
  ToSrgb result;
  if (has_bytes_at(icc, 16, "GRAY")) {
    const auto curve = curve_of(icc_tag(icc, "kTRC"));
    if (!curve) return std::nullopt;
    result.to_light_.fill(*curve);
    result.set_matrix(kIdentityMatrix);
    return result;
  }
  if (!has_bytes_at(icc, 16, "RGB ")) return std::nullopt;
  // A profile with tables as well means those.
  if (!icc_tag(icc, "A2B0").empty()) return std::nullopt;
  constexpr std::string_view kCurves[] = {"rTRC", "gTRC", "bTRC"};
  constexpr std::string_view kColors[] = {"rXYZ", "gXYZ", "bXYZ"};
  Matrix to_xyz = {};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto curve = curve_of(icc_tag(icc, kCurves[i]));
    const auto xyz = xyz_of(icc_tag(icc, kColors[i]));
    if (!curve || !xyz) return std::nullopt;
    result.to_light_[i] = *curve;
    for (std::size_t row = 0; row < 3; ++row) to_xyz[row * 3 + i] = (*xyz)[row];
  }
  Matrix all = {};
  for (std::size_t row = 0; row < 3; ++row) {
    for (std::size_t column = 0; column < 3; ++column) {
      for (std::size_t i = 0; i < 3; ++i) {
        all[row * 3 + column] += kFromD50[row * 3 + i] * to_xyz[i * 3 + column];
      }
    }
  }
  result.set_matrix(all);
  return result;
}

std::optional<ToSrgb> ToSrgb::from_codes(std::uint32_t primaries, std::uint32_t transfer) {
  const Matrix* matrix = &kIdentityMatrix;
  if (primaries == 9) matrix = &kFromBt2020;
  if (primaries == 11 || primaries == 12) matrix = &kFromP3;
  const bool has_curve = light_of(transfer, 0.5).has_value();
  if (matrix == &kIdentityMatrix && !has_curve) return std::nullopt;
  ToSrgb result;
  for (unsigned i = 0; i < 256; ++i) {
    const double value = i / 255.0;
    const std::uint16_t step = light_step(light_of(transfer, value).value_or(srgb_light(value)));
    for (Curve& curve : result.to_light_) curve[i] = step;
  }
  result.set_matrix(*matrix);
  return result;
}

void ToSrgb::apply(std::span<std::uint8_t> rgba) const {
  const auto& values = values_of_light();
  for (std::size_t at = 0; at + 4 <= rgba.size(); at += 4) {
    std::uint8_t* pixel = &rgba[at];
    const std::int64_t red = to_light_[0][pixel[0]];
    const std::int64_t green = to_light_[1][pixel[1]];
    const std::int64_t blue = to_light_[2][pixel[2]];
    for (std::size_t i = 0; i < 3; ++i) {
      const std::int64_t light =
          matrix_[3 * i] * red + matrix_[3 * i + 1] * green + matrix_[3 * i + 2] * blue;
      constexpr std::int64_t kMost = std::int64_t{65535} * kMatrixUnit;
      constexpr std::int64_t kLastStep = kLightSteps - 1;
      const std::int64_t step =
          (std::clamp<std::int64_t>(light, 0, kMost) * kLastStep + kMost / 2) / kMost;
      pixel[i] = values[static_cast<std::size_t>(step)];
    }
  }
}

bool ToSrgb::is_identity() const {
  constexpr std::uint8_t kSteps[] = {0, 16, 48, 96, 128, 160, 208, 255};
  for (const std::uint8_t red : kSteps) {
    for (const std::uint8_t green : kSteps) {
      for (const std::uint8_t blue : kSteps) {
        const std::array<std::uint8_t, 4> before = {red, green, blue, 255};
        std::array<std::uint8_t, 4> after = before;
        apply(after);
        for (std::size_t i = 0; i < 3; ++i) {
          if (std::abs(int{before[i]} - int{after[i]}) > 1) return false;
        }
      }
    }
  }
  return true;
}

}  // namespace lectern
