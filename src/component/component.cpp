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

/// Frees what the host stored for a call. Nothing is stored for what is empty.
template <typename T>
void release(const abi::List<T>& stored) {
  if (stored.size > 0) std::free(const_cast<void*>(static_cast<const void*>(stored.data)));
}

void release(const abi::Option<abi::String>& stored) {
  if (stored.present) release(stored.value);
}

void release(const abi::ReadInput& input) {
  release(input.file_path);
  for (const auto* text : {&input.pages, &input.cells, &input.file_type}) release(*text);
}

void release(const abi::ReadOptions& options) {
  for (const auto* text : {&options.content_hash, &options.modified, &options.encoding,
                           &options.password, &options.search}) {
    release(*text);
  }
}

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

LECTERN_EXPORT("lectern:read/reader@0.1.0#read")
abi::ReadResult* lectern_component_read(abi::ReadParameters* parameters) {
  const abi::Bytes bytes = parameters->bytes;
  const Json input = abi::input_json(parameters->input);
  const Json options = abi::options_json(parameters->options);
  release(parameters->input);
  release(parameters->options);
  std::free(parameters);
  abi::File file(bytes.size > 0 ? bytes.data : nullptr, free_file);
  const ByteSpan span(file.get(), bytes.size);
  ToolResult result = read_json(span, input.dump(), options.dump());
  return new abi::Answer(std::move(file), std::move(result));
}

LECTERN_EXPORT("cabi_post_lectern:read/reader@0.1.0#read")
void lectern_component_read_done(abi::ReadResult* result) {
  delete static_cast<abi::Answer*>(result);
}

}  // extern "C"
