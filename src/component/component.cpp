// The core as a component: the exports that the canonical ABI wants of a module for the world of
// lectern.wit. The names are those that wit-component and its tools have always taken.
#include <cstdlib>
#include <memory>
#include <utility>

#include "component/answer.h"
#include "component/arguments.h"
#include "read/json.h"
#include "read/read.h"

#define LECTERN_EXPORT(name) __attribute__((export_name(name)))

namespace {

using namespace lectern;
namespace abi = lectern::component;

void free_file(const std::uint8_t* bytes) { std::free(const_cast<std::uint8_t*>(bytes)); }

}  // namespace

extern "C" {

/// Memory for what the host stores; null is never given. Only strings, lists of bytes and the
/// parameters come here.
LECTERN_EXPORT("cabi_realloc")
void* lectern_component_realloc(void* memory, std::size_t /*old_size*/, std::size_t alignment,
                                std::size_t size) {
  // NOLINTNEXTLINE(performance-no-int-to-ptr): nothing is behind it.
  if (size == 0) return reinterpret_cast<void*>(alignment);
  void* const grown = std::realloc(memory, size);
  if (grown == nullptr) __builtin_trap();
  return grown;
}

LECTERN_EXPORT("lectern:read/reader@0.2.0#read")
abi::ReadResult* lectern_component_read(abi::ReadParameters* parameters) {
  const abi::Bytes bytes = parameters->bytes;
  const Json input = abi::to_json(parameters->input);
  const Json options = abi::to_json(parameters->options);
  abi::release(parameters->input);
  abi::release(parameters->options);
  std::free(parameters);
  abi::File file(bytes.size > 0 ? bytes.data : nullptr, free_file);
  const ByteSpan span(file.get(), bytes.size);
  ToolResult result = read_json(span, input.dump(), options.dump());
  return new abi::Answer(std::move(file), std::move(result));
}

LECTERN_EXPORT("cabi_post_lectern:read/reader@0.2.0#read")
void lectern_component_read_done(abi::ReadResult* result) {
  delete static_cast<abi::Answer*>(result);
}

}  // extern "C"
