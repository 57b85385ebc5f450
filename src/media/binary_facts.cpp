#include "media/binary_facts.h"

namespace lectern {
namespace {

struct Known {
  std::string_view mime_type;
  std::string (*facts)(FileParts& file);
};

/// By the types that detection gives.
constexpr Known kKnown[] = {
    {"application/x-elf", elf_facts},
    {"application/vnd.microsoft.portable-executable", windows_program_facts},
    {"application/x-mach-binary", mach_facts},
    {"application/java-vm", java_class_facts},
    {"application/wasm", wasm_facts},
    {"font/ttf", font_facts},
    {"font/otf", font_facts},
    {"font/collection", font_facts},
    {"application/x-npy", numpy_facts},
    {"application/x-gguf", gguf_facts},
    {"application/x-iso9660-image", iso_image_facts},
    {"application/x-git-pack", git_pack_facts},
    {"application/x-gettext-translation", message_catalog_facts},
};

}  // namespace

std::string binary_facts(FileParts& file, std::string_view mime_type) {
  for (const Known& known : kKnown) {
    if (known.mime_type == mime_type) return known.facts(file);
  }
  return {};
}

}  // namespace lectern
