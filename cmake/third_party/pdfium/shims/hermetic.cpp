// What PDFium asks of its platform, answered without one: no files, no installed fonts, no entropy. Every target then
// gives the same text, the same pixels and the same saved bytes.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "absl/base/internal/raw_logging.h"
#include "absl/base/internal/throw_delegate.h"
#include "absl/types/bad_variant_access.h"
#include "core/fxcrt/fileaccess_iface.h"
#include "core/fxcrt/fx_random.h"
#include "core/fxcrt/immediate_crash.h"
#include "core/fxge/cfx_gemodule.h"
#include "core/fxge/systemfontinfo_iface.h"
#include "fxjs/ijs_runtime.h"
#include "work.h"

std::unique_ptr<FileAccessIface> FileAccessIface::Create() { return nullptr; }

namespace {

class NoPlatform final : public CFX_GEModule::PlatformIface {
 public:
  void Init() override {}
  std::unique_ptr<SystemFontInfoIface> CreateDefaultSystemFontInfo() override { return nullptr; }
};

}  // namespace

// static
std::unique_ptr<CFX_GEModule::PlatformIface> CFX_GEModule::PlatformIface::Create() {
  return std::make_unique<NoPlatform>();
}

// Random numbers feed the file identifier of saved documents and the keys of encrypted ones. lectern never encrypts,
// and a slice of the same pages must be the same bytes: SplitMix64 from a fixed seed.
void* FX_Random_MT_Start(uint32_t seed) { return new uint64_t(seed); }

uint32_t FX_Random_MT_Generate(void* context) {
  uint64_t& state = *static_cast<uint64_t*>(context);
  state += 0x9e3779b97f4a7c15U;
  uint64_t mixed = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
  return static_cast<uint32_t>(mixed >> 32);
}

void FX_Random_MT_Close(void* context) { delete static_cast<uint64_t*>(context); }

void FX_Random_GenerateMT(pdfium::span<uint32_t> buffer) {
  void* context = FX_Random_MT_Start(1);
  for (uint32_t& value : buffer) value = FX_Random_MT_Generate(context);
  FX_Random_MT_Close(context);
}

// The library starts and stops a JavaScript engine that this build does not have.
void IJS_Runtime::Initialize(unsigned int, void*, void*) {}
void IJS_Runtime::Destroy() {}

// One document is open at a time.
namespace lectern_pdfium {
namespace {
uint64_t left = 0;
uint64_t spent_units = 0;
bool exhausted = false;
uint64_t held = 0;
uint64_t most_held = 0;
std::unordered_map<const void*, uint64_t> held_for;

// What searches have found for their owners: 65,536 of it at most.
template <typename Value>
struct Findings {
  std::map<std::pair<const void*, uint32_t>, Value> values;

  const Value* find(const void* owner, uint32_t key) const {
    const auto at = values.find({owner, key});
    return at != values.end() ? &at->second : nullptr;
  }

  void keep(const void* owner, uint32_t key, const Value& value) {
    constexpr size_t kMost = 1 << 16;
    if (values.size() >= kMost) values.clear();
    values[{owner, key}] = value;
  }

  void forget(const void* owner) {
    values.erase(values.lower_bound({owner, 0}), values.upper_bound({owner, UINT32_MAX}));
  }
};
Findings<uint32_t> found;
Findings<Box> boxes;

uint64_t held_in_page = 0;
uint64_t held_for_picture = 0;
uint64_t held_for_profile = 0;
uint64_t spent_on_colors = 0;
uint64_t held_by_fonts = 0;
constexpr size_t kHead = 16;

double share = 1;  // of what a read usually may hold
// What opening the document was allowed, and took: its pages have so much less.
std::optional<uint64_t> allowed_to_open;
std::optional<uint64_t> opening;

constexpr uint64_t kPiece = 50;

uint64_t cost_of(uint64_t pieces) {
  const uint64_t free = part_of(1'000'000);
  return pieces > free ? static_cast<uint64_t>(static_cast<double>(pieces - free) * 2000 / share) : 0;
}
}  // namespace

void start() {
  allowed_to_open.reset();
  opening.reset();
  held = 0;
  held_for.clear();
  found.values.clear();
  boxes.values.clear();
}

void allow(uint64_t units, uint64_t bytes) {
  if (!allowed_to_open) {
    allowed_to_open = units;
  } else if (!opening) {
    // What is held costs each page anew.
    const uint64_t taken = *allowed_to_open - left;
    opening = taken - std::min(taken, cost_of(most_held));
  }
  constexpr double kUsual = 256 << 20;
  constexpr double kSmallest = 1.0 / 1024;
  share = std::clamp(static_cast<double>(bytes) / kUsual, kSmallest, 1.0);
  most_held = held;
  left = units - std::min(units, opening.value_or(0) + cost_of(held));
  spent_units = 0;
  spent_on_colors = 0;
  exhausted = false;
}

uint64_t part_of(uint64_t usual) { return static_cast<uint64_t>(static_cast<double>(usual) * share); }

bool spend(uint64_t units) {
  if (units > left) exhausted = true;
  if (exhausted) return false;
  left -= units;
  spent_units += units;
  return true;
}

uint64_t spent() { return spent_units; }

bool spend_on_colors(uint64_t units) {
  constexpr uint64_t kUsual = 1'000'000'000;
  constexpr uint64_t kDearer = 12;
  constexpr uint64_t kMost = UINT64_MAX / kDearer;
  units = std::min(units, kMost);
  spent_on_colors = std::min(spent_on_colors + units, kMost);
  return spend(spent_on_colors > kUsual ? kDearer * units : units);
}

bool is_exhausted() { return exhausted; }

bool take_inside(bool is_outermost) {
  constexpr uint64_t kFree = 1000;
  constexpr uint64_t kEach = 1500;
  static uint64_t count = 0;
  count = is_outermost ? 0 : count + 1;
  return count <= kFree || spend(kEach);
}

bool hold(uint64_t pieces) {
  held += pieces;
  const uint64_t before = std::exchange(most_held, std::max(most_held, held));
  return spend(cost_of(most_held) - cost_of(before));
}

bool hold_for(const void* owner, uint64_t pieces) {
  held_for[owner] += pieces;
  return hold(pieces);
}

void let_go(const void* owner) {
  if (const auto at = held_for.find(owner); at != held_for.end()) {
    held -= std::min(held, at->second);
    held_for.erase(at);
  }
  found.forget(owner);
  boxes.forget(owner);
}

const uint32_t* remembered(const void* owner, uint32_t key) { return found.find(owner, key); }

uint32_t remember(const void* owner, uint32_t key, uint32_t value) {
  found.keep(owner, key, value);
  return value;
}

const Box* remembered_box(const void* owner, uint32_t code) { return boxes.find(owner, code); }

void remember_box(const void* owner, uint32_t code, const Box& box) { boxes.keep(owner, code, box); }

Passing::Passing() : held_(held) {}
Passing::~Passing() { held = held_; }

void give_back(uint64_t pieces) { held -= std::min(held, pieces); }

uint64_t held_bytes() { return kPiece * held; }

bool hold_in_page(uint64_t pieces) {
  held_in_page += pieces;
  return held_in_page <= part_of(200'000) || spend(5000 * pieces);
}

bool hold_for_picture(uint64_t bytes) {
  constexpr uint64_t kOfEach = 32;
  bytes += kOfEach;
  held_for_picture += bytes;
  return spend(held_for_picture > part_of(224 << 20) ? 200 * bytes : bytes);
}

// Each block has its size before it. Large ones are filled, with what the fonts of one file may share in it.
void* font_block(void* block, size_t size) {
  constexpr uint64_t kLeast = 40 << 20;
  const uint64_t most = std::max(kLeast, part_of(100 << 20));
  constexpr size_t kLarge = 64 << 10;
  if (size > kLarge) spend(size);
  char* const before = block != nullptr ? static_cast<char*>(block) - kHead : nullptr;
  uint64_t held = held_by_fonts;
  if (before != nullptr) held -= *reinterpret_cast<uint64_t*>(before);
  if (held + size > most) {
    exhausted = true;
    return nullptr;
  }
  char* const after = static_cast<char*>(std::realloc(before, size + kHead));
  if (after == nullptr) return nullptr;
  held_by_fonts = held + size;
  *reinterpret_cast<uint64_t*>(after) = size;
  return after + kHead;
}

void free_font_block(void* block) {
  if (block == nullptr) return;
  char* const head = static_cast<char*>(block) - kHead;
  held_by_fonts -= *reinterpret_cast<uint64_t*>(head);
  std::free(head);
}

void begin_profile() { held_for_profile = 0; }

bool keep_profile() {
  constexpr uint64_t kCopies = 3;
  return hold(held_for_profile / kCopies / kPiece);
}

void begin_picture() { held_for_picture = 0; }

void begin_page() { held_in_page = 0; }
}  // namespace lectern_pdfium

int lectern_pdfium_spend(uint64_t units) { return lectern_pdfium::spend(units); }

int lectern_pdfium_hold_for_profile(uint64_t bytes) {
  constexpr uint64_t kSmall = 64 << 10;
  lectern_pdfium::held_for_profile += bytes;
  lectern_pdfium::spend(bytes);
  return bytes <= kSmall || !lectern_pdfium_profile_is_full();
}

int lectern_pdfium_profile_is_full() {
  constexpr uint64_t kMost = 64 << 20;
  if (lectern_pdfium::held_for_profile > lectern_pdfium::part_of(kMost)) lectern_pdfium::exhausted = true;
  return lectern_pdfium::exhausted;
}

namespace absl {
ABSL_NAMESPACE_BEGIN

// Abseil reports only broken invariants (an index past the end, the wrong alternative): stop, as PDFium's own CHECK does.
namespace raw_log_internal {
void RawLog(absl::LogSeverity, const char*, int, const char*, ...) { pdfium::ImmediateCrash(); }
}  // namespace raw_log_internal

namespace base_internal {
void ThrowStdLengthError(const char*) { pdfium::ImmediateCrash(); }
void ThrowStdOutOfRange(const char*) { pdfium::ImmediateCrash(); }
}  // namespace base_internal

namespace variant_internal {
void ThrowBadVariantAccess() { pdfium::ImmediateCrash(); }
}  // namespace variant_internal

ABSL_NAMESPACE_END
}  // namespace absl
