// What programs, fonts and files of data say about themselves, in one line. Nothing is run.
#pragma once

#include <string>
#include <string_view>

#include "base/file_parts.h"

namespace lectern {

/// A sentence without its stop, such as "64-bit x86-64 program for Linux, needs
/// /lib64/ld-linux-x86-64.so.2"; "" when the file says nothing that is known here. When something
/// of `file` is lacking the outcome does not count.
/// \param mime_type  as detection gives it
std::string binary_facts(FileParts& file, std::string_view mime_type);

// Each by its kind. The same contract.
std::string elf_facts(FileParts& file);
std::string windows_program_facts(FileParts& file);
std::string mach_facts(FileParts& file);
std::string java_class_facts(FileParts& file);
std::string wasm_facts(FileParts& file);
std::string font_facts(FileParts& file);
std::string numpy_facts(FileParts& file);
std::string gguf_facts(FileParts& file);
std::string iso_image_facts(FileParts& file);
std::string git_pack_facts(FileParts& file);
std::string message_catalog_facts(FileParts& file);

}  // namespace lectern
