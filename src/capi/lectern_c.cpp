#include "capi/lectern_c.h"

#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "read/json.h"

uint32_t lectern_abi_version(void) { return LECTERN_ABI_VERSION; }

const char* lectern_version(void) { return LECTERN_VERSION; }

void* lectern_alloc(size_t size) { return std::malloc(size == 0 ? 1 : size); }

void lectern_free(void* memory) { std::free(memory); }

char* lectern_read(const uint8_t* bytes, size_t size, const char* request_json, size_t request_size,
                   const char* options_json, size_t options_size, size_t* result_size) {
  const std::string_view options =
      options_json == nullptr ? "{}" : std::string_view(options_json, options_size);
  const std::string text = lectern::to_json_text(
      lectern::read_json({bytes, size}, std::string_view(request_json, request_size), options));
  auto* const result = static_cast<char*>(std::malloc(text.size() + 1));
  if (result == nullptr) return nullptr;
  std::memcpy(result, text.c_str(), text.size() + 1);
  if (result_size != nullptr) *result_size = text.size();
  return result;
}
