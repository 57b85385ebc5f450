#include "image/avif/av1_picture.h"

#include <dav1d/dav1d.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>

namespace lectern {
namespace {

/// Of one pixel of a frame, all filters included, in units of work.
constexpr std::uint64_t kPixelWork = 40;
/// To begin a frame.
constexpr std::uint64_t kFrameWork = 100'000;
/// What dav1d bears with addresses of 32 bits; the same on every host.
constexpr std::uint64_t kMaxFramePixels = 8192ull * 8192;

/// Memory of the planes, and what may be taken.
struct Planes {
  const Limits& limits;
  WorkBudget& work;
  std::uint64_t held;
  /// Why there is no more.
  std::optional<Error> error;
};

int take_planes(Dav1dPicture* picture, void* cookie) {
  auto& planes = *static_cast<Planes*>(cookie);
  const auto& [width, height, layout, depth] = picture->p;
  const std::uint64_t pixels = std::uint64_t(width) * std::uint64_t(height);
  auto spent = planes.work.spend("the frames of the AV1 data", 1, kFrameWork + pixels * kPixelWork);
  if (!spent) {
    planes.error = std::move(spent).error();
    return DAV1D_ERR(ENOMEM);
  }
  // As dav1d's own: whole blocks of 128 pixels, and no stride that makes rows share cache lines.
  const unsigned sample = depth > 8 ? 2 : 1;
  const std::uint64_t columns = (std::uint64_t(width) + 127) & ~std::uint64_t{127};
  const std::uint64_t rows = (std::uint64_t(height) + 127) & ~std::uint64_t{127};
  const bool has_chroma = layout != DAV1D_PIXEL_LAYOUT_I400;
  const unsigned shift_x = layout != DAV1D_PIXEL_LAYOUT_I444 ? 1 : 0;
  const unsigned shift_y = layout == DAV1D_PIXEL_LAYOUT_I420 ? 1 : 0;
  std::uint64_t stride = columns * sample;
  std::uint64_t chroma_stride = has_chroma ? stride >> shift_x : 0;
  if (stride % 1024 == 0) stride += DAV1D_PICTURE_ALIGNMENT;
  if (has_chroma && chroma_stride % 1024 == 0) chroma_stride += DAV1D_PICTURE_ALIGNMENT;
  const std::uint64_t luma_bytes = stride * rows;
  const std::uint64_t chroma_bytes = chroma_stride * (rows >> shift_y);
  const std::uint64_t bytes = luma_bytes + 2 * chroma_bytes + DAV1D_PICTURE_ALIGNMENT;
  planes.held += bytes;
  void* memory = nullptr;
  const bool fits = planes.held <= planes.limits.max_decoded_bytes;
  if (!fits || posix_memalign(&memory, DAV1D_PICTURE_ALIGNMENT, std::size_t(bytes)) != 0) {
    planes.error = Error(ErrorCode::kLimitExceeded,
                         {"AV1 frames need {,} bytes of memory, more than the limit of {,}",
                          planes.held, planes.limits.max_decoded_bytes});
    planes.held -= bytes;
    return DAV1D_ERR(ENOMEM);
  }
  auto* data = static_cast<std::uint8_t*>(memory);
  // A frame with parts missing shows black, not what was in memory.
  std::fill_n(data, bytes, std::uint8_t{0});
  picture->allocator_data = memory;
  picture->stride[0] = std::ptrdiff_t(stride);
  picture->stride[1] = std::ptrdiff_t(chroma_stride);
  picture->data[0] = data;
  picture->data[1] = has_chroma ? data + luma_bytes : nullptr;
  picture->data[2] = has_chroma ? data + luma_bytes + chroma_bytes : nullptr;
  return 0;
}

void give_planes_back(Dav1dPicture* picture, void*) { std::free(picture->allocator_data); }

tl::unexpected<Error> refusal(int code, Planes& planes) {
  if (planes.error) return tl::unexpected<Error>(*std::move(planes.error));
  if (code == DAV1D_ERR(ERANGE)) {
    return fail(ErrorCode::kLimitExceeded, {"an AV1 frame has more than {,} pixels",
                                            std::min(planes.limits.max_pixels, kMaxFramePixels)});
  }
  if (code == DAV1D_ERR(ENOMEM)) {
    return fail(ErrorCode::kLimitExceeded, "memory is exhausted while AV1 data is decoded");
  }
  return fail(ErrorCode::kCorruptImage, "the AV1 data is damaged");
}

/// dav1d at work on one item.
class Decoder {
 public:
  ~Decoder() {
    dav1d_data_unref(&data_);
    if (context_ != nullptr) dav1d_close(&context_);
  }

  /// \returns 0 when `picture` is there, else dav1d's code; DAV1D_ERR(EAGAIN) when there is none.
  int run(ByteSpan bytes, const Av1Options& options, Planes& planes, Dav1dPicture& picture) {
    Dav1dSettings settings;
    dav1d_default_settings(&settings);
    settings.n_threads = 1;
    settings.max_frame_delay = 1;
    settings.apply_grain = 0;
    settings.operating_point = static_cast<int>(options.operating_point);
    settings.all_layers = options.layer ? 1 : 0;
    settings.frame_size_limit =
        static_cast<unsigned>(std::min(planes.limits.max_pixels, kMaxFramePixels));
    settings.logger = {nullptr, nullptr};
    settings.allocator = {&planes, take_planes, give_planes_back};
    int code = dav1d_open(&context_, &settings);
    if (code == 0) {
      code = dav1d_data_wrap(
          &data_, bytes.data(), bytes.size(), [](const std::uint8_t*, void*) {}, nullptr);
    }
    // Each turn takes bytes or gives a picture; at the end dav1d is asked once more for what it
    // holds.
    for (unsigned at_end = 0; code == 0 && at_end < 2;) {
      if (data_.sz > 0) {
        code = dav1d_send_data(context_, &data_);
        if (code == DAV1D_ERR(EAGAIN)) code = 0;
      } else {
        ++at_end;
      }
      if (code != 0) break;
      code = dav1d_get_picture(context_, &picture);
      if (code == 0) {
        if (!options.layer || std::uint32_t(picture.frame_hdr->spatial_id) == *options.layer) {
          return 0;
        }
        dav1d_picture_unref(&picture);
        at_end = 0;
      } else if (code == DAV1D_ERR(EAGAIN)) {
        code = 0;
      }
    }
    return code == 0 ? DAV1D_ERR(EAGAIN) : code;
  }

 private:
  Dav1dContext* context_ = nullptr;
  Dav1dData data_ = {};
};

}  // namespace

struct Av1Picture::State {
  Dav1dPicture picture = {};
  std::uint64_t memory_bytes = 0;
  ~State() { dav1d_picture_unref(&picture); }
};

Av1Picture::Av1Picture(std::unique_ptr<State> state) : state_(std::move(state)) {}
Av1Picture::~Av1Picture() = default;
Av1Picture::Av1Picture(Av1Picture&&) noexcept = default;
Av1Picture& Av1Picture::operator=(Av1Picture&&) noexcept = default;

Result<Av1Picture> Av1Picture::decode(ByteSpan data, const Av1Options& options,
                                      const Limits& limits, std::uint64_t bytes_held,
                                      WorkBudget& work) {
  if (data.empty()) return fail(ErrorCode::kCorruptImage, "the AV1 data is empty");
  Planes planes{limits, work, bytes_held, std::nullopt};
  // Reading the data takes work, too.
  LECTERN_CHECK(work.spend("the AV1 data", data.size(), kPixelWork));
  auto state = std::make_unique<State>();
  {
    Decoder decoder;
    const int code = decoder.run(data, options, planes, state->picture);
    if (code == DAV1D_ERR(EAGAIN)) {
      return fail(ErrorCode::kCorruptImage, "the AV1 data holds no picture");
    }
    if (code != 0) return refusal(code, planes);
  }
  state->memory_bytes = planes.held - bytes_held;
  return Av1Picture(std::move(state));
}

std::uint64_t Av1Picture::memory_bytes() const { return state_->memory_bytes; }

Dimensions Av1Picture::size() const {
  const Dav1dPictureParameters& p = state_->picture.p;
  return {std::uint32_t(p.w), std::uint32_t(p.h)};
}

std::uint32_t Av1Picture::bit_depth() const { return std::uint32_t(state_->picture.p.bpc); }

bool Av1Picture::monochrome() const { return state_->picture.p.layout == DAV1D_PIXEL_LAYOUT_I400; }

unsigned Av1Picture::chroma_shift_x() const {
  return state_->picture.p.layout == DAV1D_PIXEL_LAYOUT_I444 ? 0 : 1;
}

unsigned Av1Picture::chroma_shift_y() const {
  return state_->picture.p.layout == DAV1D_PIXEL_LAYOUT_I420 ? 1 : 0;
}

Av1Plane Av1Picture::plane(unsigned index) const {
  const Dav1dPicture& picture = state_->picture;
  return {static_cast<const std::uint8_t*>(picture.data[index]),
          picture.stride[index == 0 ? 0 : 1]};
}

Av1Colors Av1Picture::colors() const {
  const Dav1dSequenceHeader& header = *state_->picture.seq_hdr;
  return {std::uint32_t(header.pri), std::uint32_t(header.trc), std::uint32_t(header.mtrx),
          header.color_range != 0};
}

}  // namespace lectern
