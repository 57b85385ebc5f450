#include "image/jpeg/jpeg_reader.h"

#include <algorithm>

#include "image/cmyk.h"
#include "image/jpeg/jpeg_session.h"
#include "image/pixels.h"

namespace lectern {
namespace {

/// How often all blocks of a picture may be gone over, and those of one of `Limits::max_pixels`. An
/// honest progressive picture has about 10 scans; hundreds of scans are an attack on time.
constexpr std::uint64_t kMostScans = 128;
constexpr std::uint64_t kMostScansOfLargest = 16;
/// Of icons.
constexpr std::uint64_t kFewPixels = 1 << 16;
/// Of a block in a scan that adds a bit to each coefficient: all of them are looked at.
constexpr std::uint64_t kRefinedBlock = 3;
/// Of a block that is coded arithmetically: many decisions take hardly a bit.
constexpr std::uint64_t kArithmeticBlock = 16;

/// What the next step of reading `decoder` goes over, in blocks.
std::uint64_t blocks_of_step(const jpeg_decompress_struct& decoder) {
  const bool is_apart = decoder.comps_in_scan == 1;
  const auto rows =
      static_cast<std::uint64_t>(is_apart ? decoder.cur_comp_info[0]->v_samp_factor : 1);
  const std::uint64_t blocks = std::uint64_t{decoder.MCUs_per_row} * rows *
                               static_cast<std::uint64_t>(decoder.blocks_in_MCU);
  if (decoder.arith_code != 0) return blocks * kArithmeticBlock;
  return blocks * (decoder.Ah != 0 ? kRefinedBlock : 1);
}

/// In place: both have four bytes a pixel. `inverted` is Adobe's way of storing CMYK: 255 is no
/// ink.
void cmyk_to_rgba(std::span<std::uint8_t> row, bool inverted) {
  for (std::size_t i = 0; inverted && i < row.size(); ++i)
    row[i] = static_cast<std::uint8_t>(~row[i]);
  show_inks(row);
}

}  // namespace

struct JpegReader::State {
  explicit State(ByteSpan file) : bytes(file) {
    decoder.err = session.manager();
    decoder.client_data = &session;
  }

  Result<void> outcome(bool ok) const {
    if (ok) return {};
    return fail(work_exceeded ? ErrorCode::kLimitExceeded : ErrorCode::kCorruptImage,
                {"jpeg decoder: {}", session.fatal_message()});
  }

  /// libjpeg's progress monitor: called before each row of blocks of each scan is read.
  static void count_work(j_common_ptr object) {
    static_cast<Progress*>(object->progress)
        ->state->go_over(blocks_of_step(*reinterpret_cast<jpeg_decompress_struct*>(object)));
  }

  /// Ends the session's run when that is too much.
  void go_over(std::uint64_t more_blocks) {
    blocks += more_blocks;
    if (blocks <= max_blocks) return;
    work_exceeded = true;
    session.give_up("more scans than an honest picture has");
  }

  struct Progress : jpeg_progress_mgr {
    State* state = nullptr;
  };

  ByteSpan bytes;
  JpegSession session;
  jpeg_decompress_struct decoder{};
  Progress progress{};
  std::uint64_t blocks = 0;
  std::uint64_t max_blocks = 0;
  bool created = false;
  bool work_exceeded = false;
  bool cmyk = false;
  bool incomplete = false;
};

JpegReader::JpegReader(ByteSpan bytes) : state_(std::make_unique<State>(bytes)) {}

JpegReader::~JpegReader() {
  if (state_->created) jpeg_destroy_decompress(&state_->decoder);
}

Result<void> JpegReader::start(JpegOutput output, unsigned scale_denominator,
                               const Limits& limits) {
  State& state = *state_;
  jpeg_decompress_struct& decoder = state.decoder;
  const bool ok = state.session.run([&] {
    jpeg_create_decompress(&decoder);
    state.created = true;
    jpeg_mem_src(&decoder, state.bytes.data(), static_cast<unsigned long>(state.bytes.size()));
    jpeg_read_header(&decoder, TRUE);

    const std::uint64_t pixels = std::uint64_t{decoder.image_width} * decoder.image_height;
    state.progress.state = &state;
    state.progress.progress_monitor = State::count_work;
    state.max_blocks = std::min(kMostScans * (pixels + kFewPixels),
                                kMostScansOfLargest * (limits.max_pixels + pixels)) /
                       DCTSIZE2;
    decoder.progress = &state.progress;

    decoder.scale_num = 1;
    decoder.scale_denom = scale_denominator;
    if (output == JpegOutput::kStored) {
      decoder.out_color_space = decoder.jpeg_color_space;
      decoder.do_fancy_upsampling = FALSE;
    } else {
      if (output == JpegOutput::kTiffRgb) decoder.jpeg_color_space = JCS_RGB;
      if (output != JpegOutput::kRgba) decoder.do_fancy_upsampling = FALSE;
      state.cmyk = decoder.jpeg_color_space == JCS_CMYK || decoder.jpeg_color_space == JCS_YCCK;
      decoder.out_color_space = state.cmyk ? JCS_CMYK : JCS_EXT_RGBA;
    }
    jpeg_start_decompress(&decoder);
    // Scans are read by now, but for a single one.
    decoder.progress = nullptr;
    if (decoder.arith_code != 0 && jpeg_has_multiple_scans(&decoder) == FALSE)
      state.go_over(blocks_of_step(decoder) * decoder.MCU_rows_in_scan);
  });
  return state.outcome(ok);
}

Dimensions JpegReader::size() const {
  return {state_->decoder.output_width, state_->decoder.output_height};
}

std::size_t JpegReader::row_bytes() const {
  return std::size_t{state_->decoder.output_width} *
         static_cast<std::size_t>(state_->decoder.output_components);
}

Result<void> JpegReader::read_row(std::span<std::uint8_t> row) {
  State& state = *state_;
  JSAMPROW target = row.data();
  const bool ok = state.session.run([&] { jpeg_read_scanlines(&state.decoder, &target, 1); });
  if (ok && state.cmyk) cmyk_to_rgba(row, state.decoder.saw_Adobe_marker != 0);
  return state.outcome(ok);
}

Result<void> JpegReader::finish() {
  State& state = *state_;
  jpeg_decompress_struct& decoder = state.decoder;
  // Without an end marker only a picture in one scan is known to be whole; of a progressive one
  // libjpeg knows which bits have not come.
  bool whole = jpeg_has_multiple_scans(&decoder) == FALSE;
  if (decoder.progressive_mode != 0 && decoder.coef_bits != nullptr) {
    const int* bits = &decoder.coef_bits[0][0];
    const std::span<const int> all(bits,
                                   static_cast<std::size_t>(decoder.num_components) * DCTSIZE2);
    whole = std::all_of(all.begin(), all.end(), [](int left) { return left == 0; });
  }
  const bool ok = state.session.run([&] { jpeg_finish_decompress(&state.decoder); });
  state.incomplete = state.session.missing_end() && !whole;
  return state.outcome(ok);
}

std::size_t JpegReader::bytes_left() const {
  return state_->session.missing_end() ? 0 : state_->decoder.src->bytes_in_buffer;
}

std::string JpegReader::damage() const {
  if (state_->session.damage()[0] != '\0') return state_->session.damage();
  return state_->incomplete ? "the file is cut off between two scans" : "";
}

std::string JpegReader::oddity() const {
  if (state_->session.oddity()[0] != '\0') return state_->session.oddity();
  return state_->session.missing_end() ? "the end marker is missing" : "";
}

}  // namespace lectern
