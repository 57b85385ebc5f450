#include "image/avif/avif.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/byte_reader.h"
#include "image/avif/av1_picture.h"
#include "image/avif/avif_boxes.h"
#include "image/avif/avif_turn.h"
#include "image/avif/to_srgb.h"
#include "image/avif/yuv_rows.h"
#include "image/checks.h"

namespace lectern {
namespace {

constexpr std::size_t kFullBox = 4;
constexpr std::uint32_t kAnyLayer = 0xFFFF;

/// The cells of a grid, row by row.
struct Grid {
  std::uint32_t rows = 1;
  std::uint32_t columns = 1;
  Dimensions size;
};

Result<Grid> read_grid(const AvifFile& file, const AvifItem& item) {
  ByteVector joined;
  LECTERN_TRY(const ByteSpan data, file.data(item, joined));
  ByteReader reader(data);
  const auto version = reader.u8();
  const auto flags = reader.u8();
  const auto rows = reader.u8();
  const auto columns = reader.u8();
  const bool wide = (flags.value_or(0) & 1u) != 0;
  const auto width = wide ? reader.u32_be() : std::optional<std::uint32_t>(reader.u16_be());
  const auto height = wide ? reader.u32_be() : std::optional<std::uint32_t>(reader.u16_be());
  if (!version || *version != 0 || !height) {
    return fail(ErrorCode::kCorruptImage, "the grid's description is cut off or damaged");
  }
  const Grid grid{*rows + 1u, *columns + 1u, {*width, *height}};
  if (item.made_of.size() < std::size_t{grid.rows} * grid.columns) {
    return fail(ErrorCode::kCorruptImage,
                {"a grid of {} x {} cells has {}", std::uint64_t{grid.columns},
                 std::uint64_t{grid.rows}, std::uint64_t{item.made_of.size()}});
  }
  return grid;
}

/// One file being decoded.
class AvifDecoding {
 public:
  AvifDecoding(const AvifFile& file, const Limits& limits)
      : file_(file), limits_(limits), work_(limits) {}

  Result<DecodedPicture> run(const AvifItem& item) {
    LECTERN_CHECK(draw(item, nullptr));
    LECTERN_CHECK(add_alpha(item));
    convert(item);
    LECTERN_TRY(Pixels pixels, turned(*std::move(pixels_), file_, item, limits_));
    return DecodedPicture{std::move(pixels), std::move(facts_)};
  }

 private:
  /// Decodes an item or the cells of a grid. \param alpha  where its first plane goes as alpha;
  /// null: its colours become the picture.
  Result<void> draw(const AvifItem& item, std::vector<std::uint8_t>* alpha) {
    if (item.type == "av01") {
      LECTERN_TRY(const Av1Picture picture, decode(item));
      const Dimensions size = picture.size();
      if (alpha == nullptr) {
        LECTERN_CHECK(begin(size, picture.memory_bytes()));
      } else {
        LECTERN_CHECK(begin_alpha(size, *alpha, picture.memory_bytes()));
      }
      return put(picture, item, {0, 0}, size, alpha);
    }
    if (item.type != "grid") {
      return fail(ErrorCode::kUnsupportedFormat,
                  "AVIF made of other things than AV1 pictures and grids is not decoded here");
    }
    LECTERN_TRY(const Grid grid, read_grid(file_, item));
    if (alpha == nullptr) {
      LECTERN_CHECK(begin(grid.size));
    } else {
      LECTERN_CHECK(begin_alpha(grid.size, *alpha));
    }
    return draw_cells(item, grid, alpha);
  }

  Result<void> draw_cells(const AvifItem& item, const Grid& grid,
                          std::vector<std::uint8_t>* alpha) {
    std::optional<Dimensions> cell_size;
    for (std::uint32_t i = 0; i < grid.rows * grid.columns; ++i) {
      const AvifItem* cell = file_.item(item.made_of[i]);
      if (cell == nullptr || cell->type != "av01") {
        return fail(ErrorCode::kCorruptImage, {"cell {} of the grid is no AV1 picture", i + 1});
      }
      if (cell->in_several) {
        return fail(ErrorCode::kCorruptImage, {"cell {} of the grid is used several times", i + 1});
      }
      LECTERN_TRY(const Av1Picture picture, decode(*cell));
      if (!cell_size) cell_size = picture.size();
      if (*cell_size != picture.size() || !covers(grid, *cell_size)) {
        return fail(ErrorCode::kCorruptImage,
                    {"cells of {} do not make a grid of {}", picture.size(), grid.size});
      }
      const Dimensions at = {i % grid.columns * cell_size->width,
                             i / grid.columns * cell_size->height};
      LECTERN_CHECK(put(picture, *cell, at, grid.size, alpha));
    }
    return {};
  }

  static bool covers(const Grid& grid, Dimensions cell) {
    return std::uint64_t{grid.columns} * cell.width >= grid.size.width &&
           std::uint64_t{grid.rows} * cell.height >= grid.size.height &&
           std::uint64_t{grid.columns - 1} * cell.width < grid.size.width &&
           std::uint64_t{grid.rows - 1} * cell.height < grid.size.height;
  }

  /// \param beside  bytes that the frames take meanwhile.
  Result<void> begin(Dimensions size, std::uint64_t beside = 0) {
    LECTERN_CHECK(check_pixels(size, limits_));
    const std::uint64_t bytes = rgba_bytes(size);
    LECTERN_CHECK(check_decoded_bytes(beside + bytes, "the frames and their pixels", limits_));
    LECTERN_TRY(pixels_, Pixels::create(size, limits_.max_decoded_bytes));
    held_ += bytes;
    return {};
  }

  Result<void> begin_alpha(Dimensions size, std::vector<std::uint8_t>& alpha,
                           std::uint64_t beside = 0) {
    LECTERN_CHECK(check_pixels(size, limits_));
    const std::uint64_t bytes = std::uint64_t{size.width} * size.height;
    LECTERN_CHECK(
        check_decoded_bytes(held_ + beside + bytes, "the pixels and their alpha", limits_));
    held_ += bytes;
    alpha.resize(static_cast<std::size_t>(bytes));
    alpha_size_ = size;
    return {};
  }

  Result<Av1Picture> decode(const AvifItem& item) {
    ByteVector joined;
    LECTERN_TRY(const ByteSpan data, file_.data(item, joined));
    Av1Options options;
    if (const AvifProperty* point = file_.property(item, "a1op")) {
      options.operating_point = ByteReader(point->data).u8().value_or(0) & 31u;
    }
    if (const AvifProperty* layer = file_.property(item, "lsel")) {
      const std::uint32_t wanted = ByteReader(layer->data).u16_be().value_or(kAnyLayer);
      if (wanted != kAnyLayer) options.layer = wanted;
    }
    return Av1Picture::decode(data, options, limits_, held_ + joined.size(), work_);
  }

  /// How the samples of an item are coded; a property of the item, or of the grid, says more than
  /// the AV1 data.
  Av1Colors colors_of(const AvifItem& item, const Av1Picture& picture) const {
    Av1Colors colors = picture.colors();
    for (const std::uint16_t number : item.properties) {
      const AvifProperty& property = file_.properties()[number];
      if (property.type != "colr" || !starts_with(property.data, "nclx")) continue;
      ByteReader reader(property.data.subspan(kFullBox));
      const auto primaries = reader.u16_be();
      const auto transfer = reader.u16_be();
      const auto matrix = reader.u16_be();
      const auto range = reader.u8();
      if (range) colors = {*primaries, *transfer, *matrix, (*range & 0x80u) != 0};
    }
    return colors;
  }

  /// Puts a decoded picture into the result as far as it lies inside.
  Result<void> put(const Av1Picture& picture, const AvifItem& item, Dimensions at,
                   Dimensions canvas, std::vector<std::uint8_t>* alpha) {
    const Dimensions size = picture.size();
    const std::uint32_t width = std::min(size.width, canvas.width - at.width);
    const std::uint32_t height = std::min(size.height, canvas.height - at.height);
    const Av1Colors colors = colors_of(item, picture);
    if (alpha != nullptr) {
      for (std::uint32_t y = 0; y < height; ++y) {
        const std::size_t to = std::size_t{at.height + y} * canvas.width + at.width;
        write_alpha_row(picture, picture.colors().full_range, y,
                        std::span(*alpha).subspan(to, width));
      }
      return {};
    }
    colors_ = colors;
    facts_.bit_depth = picture.bit_depth();
    LECTERN_TRY(YuvRows rows, YuvRows::create(picture, colors));
    ByteVector row(std::size_t{size.width} * kRgbaBytes);
    for (std::uint32_t y = 0; y < height; ++y) {
      rows.write(y, row);
      const auto to =
          pixels_->row(at.height + y)
              .subspan(std::size_t{at.width} * kRgbaBytes, std::size_t{width} * kRgbaBytes);
      std::copy_n(row.begin(), to.size(), to.begin());
    }
    return {};
  }

  Result<void> add_alpha(const AvifItem& item) {
    const AvifItem* auxiliary = file_.alpha_of(item);
    std::vector<std::uint8_t> alpha;
    if (auxiliary != nullptr) {
      LECTERN_CHECK(draw(*auxiliary, &alpha));
    } else if (item.type == "grid" && cells_have_alpha(item)) {
      LECTERN_TRY(const Grid grid, read_grid(file_, item));
      AvifItem cells;
      for (std::size_t i = 0; i < std::size_t{grid.rows} * grid.columns; ++i) {
        const AvifItem* cell = file_.item(item.made_of[i]);
        const AvifItem* of_cell = cell == nullptr ? nullptr : file_.alpha_of(*cell);
        cells.made_of.push_back(of_cell == nullptr ? 0 : of_cell->id);
      }
      LECTERN_CHECK(begin_alpha(grid.size, alpha));
      LECTERN_CHECK(draw_cells(cells, grid, &alpha));
    } else {
      return {};
    }
    facts_.alpha = true;
    blend(alpha, item.premultiplied);
    return {};
  }

  /// Some writers give each cell its alpha, not the grid.
  bool cells_have_alpha(const AvifItem& item) const {
    if (item.made_of.empty()) return false;
    const AvifItem* cell = file_.item(item.made_of.front());
    return cell != nullptr && file_.alpha_of(*cell) != nullptr;
  }

  /// An alpha of another size is stretched.
  void blend(const std::vector<std::uint8_t>& alpha, bool premultiplied) {
    const Dimensions size = pixels_->size();
    for (std::uint32_t y = 0; y < size.height; ++y) {
      const std::uint64_t from_y = std::uint64_t{y} * alpha_size_.height / size.height;
      const std::span<std::uint8_t> row = pixels_->row(y);
      for (std::uint32_t x = 0; x < size.width; ++x) {
        const std::uint64_t from_x = std::uint64_t{x} * alpha_size_.width / size.width;
        const std::uint8_t value =
            alpha[static_cast<std::size_t>(from_y * alpha_size_.width + from_x)];
        std::uint8_t* pixel = &row[std::size_t{x} * kRgbaBytes];
        pixel[3] = value;
        for (std::size_t i = 0; premultiplied && i < 3; ++i) {
          const unsigned color = value == 0 ? 0u : (pixel[i] * 255u + value / 2u) / value;
          pixel[i] = static_cast<std::uint8_t>(std::min(color, 255u));
        }
      }
    }
  }

  /// To sRGB, by the profile or the codes.
  void convert(const AvifItem& item) {
    std::optional<ToSrgb> conversion;
    ByteSpan profile;
    for (const std::uint16_t number : item.properties) {
      const AvifProperty& property = file_.properties()[number];
      if (property.type != "colr") continue;
      if (starts_with(property.data, "prof") || starts_with(property.data, "rICC")) {
        profile = property.data.subspan(kFullBox);
      }
    }
    if (profile.empty()) {
      conversion = ToSrgb::from_codes(colors_.primaries, colors_.transfer);
      if (is_high_dynamic_range(colors_.transfer)) {
        facts_.warnings.emplace_back("high dynamic range was compressed to that of sRGB");
      }
    } else {
      conversion = ToSrgb::from_profile(profile);
      if (!conversion) {
        add_to(facts_.warnings,
               {"the colour profile ({byte}) was left out", std::uint64_t{profile.size()}});
      }
    }
    if (!conversion || conversion->is_identity()) return;
    for (std::uint32_t y = 0; y < pixels_->size().height; ++y) conversion->apply(pixels_->row(y));
  }

  const AvifFile& file_;
  const Limits& limits_;
  WorkBudget work_;
  /// Bytes of the result so far.
  std::uint64_t held_ = 0;
  std::optional<Pixels> pixels_;
  Dimensions alpha_size_;
  Av1Colors colors_;
  DecodedFacts facts_;
};

}  // namespace

Result<DecodedPicture> decode_avif(ByteSpan bytes, const Limits& limits) {
  LECTERN_TRY(const AvifFile file, AvifFile::parse(bytes));
  const AvifItem* item = file.primary();
  if (item == nullptr) return fail(ErrorCode::kCorruptImage, "the boxes name no picture");
  return AvifDecoding(file, limits).run(*item);
}

}  // namespace lectern
