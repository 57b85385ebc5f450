// Fuzzes detection: any bytes under any name and hint are something, always the same, and a
// signature beats name and hint.
#include <algorithm>
#include <cstdlib>

#include "read/json.h"

namespace {

using namespace lectern;

constexpr std::string_view kNames[] = {"",      "a",      "a.png", "a.ipynb", "a.pdf", "a.txt",
                                       "a.svg", "a.JPEG", "a.ico", "a.json",  "a.exe", "/x/.y"};
constexpr std::string_view kHints[] = {"", "text", "image", "pdf", "notebook", "image/png", "x"};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan bytes(data, size);
  const std::string_view name = kNames[size % std::size(kNames)];
  const std::string_view hint = kHints[size / std::size(kNames) % std::size(kHints)];
  const auto detected = [bytes](std::string_view file_name, std::string_view file_type) {
    return detect({.head = bytes, .name = file_name, .hint = file_type});
  };
  const Detection detection = detected(name, hint);
  if (detection.mime_type.empty()) std::abort();
  if (to_json(detection).dump() != to_json(detected(name, hint)).dump()) std::abort();
  if (detection.evidence == DetectedBy::kSignature) {
    if (detection.mime_type == "application/octet-stream") std::abort();
    if (detection.mime_type != detected("", "").mime_type) std::abort();
  }
  detect({.head = bytes, .at_end = false, .name = name, .hint = hint});
  return 0;
}
