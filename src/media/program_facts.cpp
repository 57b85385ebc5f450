// ELF (System V ABI), PE (Microsoft PE and COFF specification), Mach-O (Apple's <mach-o/loader.h>),
// class files (Java Virtual Machine Specification), WebAssembly 2.0.
#include <algorithm>
#include <vector>

#include "base/format.h"
#include "base/message.h"
#include "media/binary_facts.h"
#include "media/media_facts.h"
#include "media/tag_text.h"

namespace lectern {
namespace {

template <typename Number>
struct Named {
  Number number;
  std::string_view name;
};

template <typename Number, std::size_t kCount>
std::string name_of(const Named<Number> (&names)[kCount], Number number, std::string_view what) {
  for (const auto& entry : names) {
    if (entry.number == number) return std::string(entry.name);
  }
  return compose({"{} {}", what, std::uint64_t{number}});
}

/// Reads numbers in the order of bytes that a file has.
class Fields {
 public:
  Fields(ByteReader reader, bool is_big) : reader_(reader), is_big_(is_big) {}
  std::uint16_t u16() { return (is_big_ ? reader_.u16_be() : reader_.u16_le()).value_or(0); }
  std::uint32_t u32() { return (is_big_ ? reader_.u32_be() : reader_.u32_le()).value_or(0); }
  std::uint64_t u64() { return (is_big_ ? reader_.u64_be() : reader_.u64_le()).value_or(0); }
  /// As wide as an address.
  std::uint64_t word(bool is_wide) { return is_wide ? u64() : u32(); }
  void skip(std::size_t count) { static_cast<void>(reader_.skip(count)); }

 private:
  ByteReader reader_;
  bool is_big_;
};

/// The program that loads a dynamically linked one.
std::string interpreter(FileParts& file, std::uint64_t table, unsigned count, unsigned entry_bytes,
                        bool is_wide, bool is_big) {
  constexpr std::uint32_t kInterpreter = 3;
  constexpr unsigned kMostHeaders = 100;
  for (unsigned i = 0; i < std::min(count, kMostHeaders); ++i) {
    if (table > file.size()) return {};
    Fields header(reader_at(file, table + std::uint64_t{i} * entry_bytes, entry_bytes), is_big);
    if (header.u32() != kInterpreter) continue;
    if (is_wide) header.skip(4);
    const std::uint64_t offset = header.word(is_wide);
    header.skip(is_wide ? 16 : 8);
    ByteReader path = reader_at(file, offset, std::min<std::uint64_t>(header.word(is_wide), 256));
    return tag_text(path.take(path.remaining()).value_or(ByteSpan()), TagEncoding::kUtf8);
  }
  return {};
}

constexpr Named<std::uint16_t> kSubsystems[] = {
    {1, "driver"},           {2, "graphical program"},  {3, "console program"},
    {7, "POSIX program"},    {9, "Windows CE program"}, {10, "EFI program"},
    {11, "EFI boot driver"}, {12, "EFI driver"},        {14, "Xbox program"},
    {16, "boot program"}};

constexpr Named<std::uint16_t> kPeMachines[] = {
    {0x14C, "x86"},          {0x8664, "x86-64"},    {0x1C0, "ARM"},
    {0x1C4, "ARM"},          {0xAA64, "ARM64"},     {0x200, "Itanium"},
    {0xEBC, "EFI bytecode"}, {0x5064, "RISC-V 64"}, {0x5032, "RISC-V 32"}};

/// A section of a Windows program: where it stands in memory and in the file.
struct Section {
  std::uint32_t address;
  std::uint32_t size;
  std::uint32_t offset;
};

std::uint64_t file_offset(const std::vector<Section>& sections, std::uint32_t address) {
  for (const Section& section : sections) {
    if (address >= section.address && address - section.address < section.size) {
      return std::uint64_t{section.offset} + (address - section.address);
    }
  }
  return 0;
}

/// Goes down the tree of resources: kind 16, then whatever comes first.
/// \returns where the version's data stand, and their size
std::pair<std::uint64_t, std::uint32_t> version_resource(FileParts& file, std::uint64_t root,
                                                         const std::vector<Section>& sections) {
  constexpr std::uint32_t kVersionKind = 16;
  constexpr std::uint32_t kIsDirectory = 0x80000000u;
  std::uint64_t directory = root;
  for (unsigned level = 0; level < 3; ++level) {
    ByteReader head = reader_at(file, directory, 16);
    static_cast<void>(head.skip(12));
    const std::uint32_t named = head.u16_le().value_or(0);
    const std::uint32_t count = named + head.u16_le().value_or(0);
    std::optional<std::uint32_t> found;
    ByteReader entries = reader_at(file, directory + 16, std::uint64_t{count} * 8);
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto name = entries.u32_le();
      const auto target = entries.u32_le();
      if (!target) return {};
      if (level > 0 || *name == kVersionKind) {
        found = *target;
        break;
      }
    }
    if (!found) return {};
    directory = root + (*found & ~kIsDirectory);
    if ((*found & kIsDirectory) == 0) {
      ByteReader data = reader_at(file, directory, 16);
      const std::uint32_t address = data.u32_le().value_or(0);
      return {file_offset(sections, address), data.u32_le().value_or(0)};
    }
  }
  return {};
}

/// The value of a string in a version's data, "ProductName".
std::string version_string(ByteSpan data, std::string_view key) {
  std::string wide;
  for (const char c : key) wide.append({c, '\0'});
  wide.append(2, '\0');
  const std::string_view text = as_chars(data);
  std::size_t at = text.find(wide);
  if (at == text.npos) return {};
  at += wide.size();
  while (at + 2 <= data.size() && data[at] == 0 && data[at + 1] == 0) at += 2;
  return tag_text(data.subspan(at), TagEncoding::kUtf16Le);
}

std::string version_text(FileParts& file, std::uint64_t offset, std::uint32_t size) {
  constexpr std::uint32_t kMostBytes = 64 << 10;
  constexpr std::string_view kMark = "\xBD\x04\xEF\xFE";
  if (offset == 0) return {};
  ByteReader reader = reader_at(file, offset, std::min(size, kMostBytes));
  const ByteSpan data = reader.take(reader.remaining()).value_or(ByteSpan());
  std::string text;
  if (const std::string name = version_string(data, "ProductName"); !name.empty()) {
    append_to(text, {", product \"{}\"", name});
  }
  if (const std::string about = version_string(data, "FileDescription"); !about.empty()) {
    append_to(text, {", described as \"{}\"", about});
  }
  const std::size_t mark = as_chars(data).find(kMark);
  if (mark != std::string_view::npos) {
    ByteReader fixed(data.subspan(mark));
    static_cast<void>(fixed.skip(8));
    const std::uint32_t high = fixed.u32_le().value_or(0);
    const std::uint32_t low = fixed.u32_le().value_or(0);
    append_to(text, {", version {}.{}.{}.{}", high >> 16, high & 0xFFFF, low >> 16, low & 0xFFFF});
  }
  return text;
}

constexpr Named<std::uint32_t> kMachProcessors[] = {{7, "x86"},
                                                    {0x01000007, "x86-64"},
                                                    {12, "ARM"},
                                                    {0x0100000C, "ARM64"},
                                                    {0x0200000C, "ARM64 (32-bit)"},
                                                    {18, "PowerPC"},
                                                    {0x01000012, "PowerPC 64"}};

/// What a Mach-O file for one processor is.
std::string thin_mach(ByteReader reader, bool is_big) {
  constexpr Named<std::uint32_t> kKinds[] = {
      {1, "object file"},    {2, "program"}, {5, "core dump"},          {6, "shared library"},
      {7, "dynamic linker"}, {8, "bundle"},  {10, "debugging symbols"}, {11, "kernel extension"}};
  Fields fields(reader, is_big);
  fields.skip(4);
  const std::uint32_t processor = fields.u32();
  fields.skip(4);
  const std::string name = name_of(kMachProcessors, processor, "processor");
  return compose({"{} {} for macOS or iOS", name, name_of(kKinds, fields.u32(), "file of kind")});
}

/// LEB128, of up to 32 bits.
std::optional<std::uint32_t> take_leb(ByteReader& reader) {
  std::uint32_t value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    const auto byte = reader.u8();
    if (!byte) return std::nullopt;
    value |= static_cast<std::uint32_t>(*byte & 0x7F) << shift;
    if (*byte < 0x80) return value;
  }
  return std::nullopt;
}

/// Names of the exports of a section, up to `kMostNames`.
std::string export_names(ByteReader reader, std::uint32_t count) {
  constexpr std::uint32_t kMostNames = 20;
  std::string names;
  for (std::uint32_t i = 0; i < std::min(count, kMostNames); ++i) {
    const auto size = take_leb(reader);
    const auto name = size ? reader.take(*size) : std::nullopt;
    if (!name || !reader.skip(1) || !take_leb(reader)) break;
    append_to(names, {"{}{}", names.empty() ? "" : ", ", tag_text(*name, TagEncoding::kUtf8)});
  }
  if (count > kMostNames) append_to(names, {" and {,} more", std::uint64_t{count - kMostNames}});
  return names;
}

}  // namespace

std::string elf_facts(FileParts& file) {
  constexpr Named<std::uint16_t> kMachines[] = {
      {3, "x86"},      {8, "MIPS"},  {20, "PowerPC"},    {21, "PowerPC 64"}, {22, "S/390"},
      {40, "ARM"},     {2, "SPARC"}, {43, "SPARC V9"},   {62, "x86-64"},     {183, "ARM64"},
      {243, "RISC-V"}, {247, "BPF"}, {258, "LoongArch"}, {83, "AVR"},        {94, "Xtensa"}};
  constexpr Named<std::uint16_t> kKinds[] = {
      {1, "object file"}, {2, "program"}, {3, "shared object or program"}, {4, "core dump"}};
  ByteReader head = reader_at(file, 0, 64);
  const auto mark = head.take(16);
  if (!mark) return {};
  const bool is_wide = (*mark)[4] == 2;
  const bool is_big = (*mark)[5] == 2;
  Fields fields(head, is_big);
  const std::uint16_t kind = fields.u16();
  const std::uint16_t machine = fields.u16();
  fields.skip(4);
  fields.word(is_wide);
  const std::uint64_t table = fields.word(is_wide);
  fields.word(is_wide);
  fields.skip(6);
  const std::uint16_t entry_bytes = fields.u16();
  const std::uint16_t count = fields.u16();
  const std::string loader = interpreter(file, table, count, entry_bytes, is_wide, is_big);
  // A shared object that names its loader is started as a program.
  const bool is_program = kind == 3 && !loader.empty();
  std::string text =
      compose({"{}-bit {} {}{}", is_wide ? 64 : 32, name_of(kMachines, machine, "processor"),
               is_program ? "program" : name_of(kKinds, kind, "file of kind"),
               is_big ? ", big-endian" : ""});
  if (!loader.empty()) append_to(text, {", loaded by {}", loader});
  return text;
}

std::string windows_program_facts(FileParts& file) {
  constexpr std::uint16_t kLibrary = 0x2000;
  constexpr unsigned kMostSections = 96;
  ByteReader dos = reader_at(file, 60, 4);
  const std::uint32_t start = dos.u32_le().value_or(0);
  ByteReader reader = reader_at(file, start, 24 + 240);
  const auto mark = reader.take(4);
  if (!mark || as_chars(*mark) != std::string_view("PE\0\0", 4)) return {};
  const std::uint16_t machine = reader.u16_le().value_or(0);
  const std::uint16_t section_count = reader.u16_le().value_or(0);
  static_cast<void>(reader.skip(12));
  const std::uint16_t header_bytes = reader.u16_le().value_or(0);
  const std::uint16_t flags = reader.u16_le().value_or(0);
  const bool is_wide = reader.u16_le() == std::uint16_t{0x20B};
  static_cast<void>(reader.skip(66));
  const std::uint16_t subsystem = reader.u16_le().value_or(0);
  static_cast<void>(reader.skip(is_wide ? 38 : 22));
  const std::uint32_t directories = reader.u32_le().value_or(0);
  static_cast<void>(reader.skip(16));
  const std::uint32_t resources = directories > 2 ? reader.u32_le().value_or(0) : 0;
  static_cast<void>(reader.skip(4 + 11 * 8));
  const std::uint32_t managed = directories > 14 ? reader.u32_le().value_or(0) : 0;
  std::vector<Section> sections;
  ByteReader table =
      reader_at(file, std::uint64_t{start} + 24 + header_bytes,
                std::uint64_t{std::min<unsigned>(section_count, kMostSections)} * 40);
  while (table.skip(8)) {
    Section section{};
    section.size = table.u32_le().value_or(0);
    section.address = table.u32_le().value_or(0);
    section.size = std::max(section.size, table.u32_le().value_or(0));
    section.offset = table.u32_le().value_or(0);
    sections.push_back(section);
    static_cast<void>(table.skip(16));
  }
  std::string text =
      compose({"{} {} for Windows{}", name_of(kPeMachines, machine, "processor"),
               (flags & kLibrary) != 0 ? std::string("library (DLL)")
                                       : name_of(kSubsystems, subsystem, "program of subsystem"),
               managed != 0 ? ", .NET" : ""});
  if (resources != 0) {
    const std::uint64_t root = file_offset(sections, resources);
    const auto [offset, size] = version_resource(file, root, sections);
    text += version_text(file, offset, size);
  }
  return text;
}

std::string mach_facts(FileParts& file) {
  constexpr std::uint32_t kMostProcessors = 20;
  ByteReader reader = reader_at(file, 0, 4096);
  ByteReader marks = reader;
  const std::uint32_t mark = marks.u32_be().value_or(0);
  if (mark != 0xCAFEBABE) return thin_mach(reader, mark == 0xFEEDFACE || mark == 0xFEEDFACF);
  const std::uint32_t count = marks.u32_be().value_or(0);
  std::string names;
  for (std::uint32_t i = 0; i < std::min(count, kMostProcessors); ++i) {
    const auto processor = marks.u32_be();
    if (!processor || !marks.skip(16)) break;
    append_to(names, {"{}{}", names.empty() ? "" : ", ",
                      name_of(kMachProcessors, *processor, "processor")});
  }
  return compose({"universal program for macOS, for {}", names});
}

std::string java_class_facts(FileParts& file) {
  constexpr std::uint64_t kMostPoolBytes = std::uint64_t{4} << 20;
  ByteReader reader = reader_at(file, 0, kMostPoolBytes);
  if (!reader.skip(6)) return {};
  const std::uint16_t version = reader.u16_be().value_or(0);
  const std::uint16_t count = reader.u16_be().value_or(0);
  std::string text = "class file";
  if (version >= 49) append_to(text, {" for Java {}", std::uint32_t{version} - 44});
  std::vector<ByteSpan> texts(count);
  std::vector<std::uint16_t> classes(count);
  for (unsigned i = 1; i < count; ++i) {
    const auto tag = reader.u8();
    if (!tag) return text;
    if (*tag == 1) {
      const auto value = reader.take(reader.u16_be().value_or(0));
      texts[i] = value.value_or(ByteSpan());
    } else if (*tag == 7) {
      classes[i] = reader.u16_be().value_or(0);
    } else if (*tag == 5 || *tag == 6) {
      static_cast<void>(reader.skip(8));
      ++i;  // takes two places
    } else {
      const bool is_short = *tag == 8 || *tag == 16 || *tag == 19 || *tag == 20;
      static_cast<void>(reader.skip(is_short ? 2 : (*tag == 15 ? 3 : 4)));
    }
  }
  static_cast<void>(reader.skip(2));
  const auto name_in = [&](std::optional<std::uint16_t> index) {
    const std::uint16_t place = index && *index < count ? classes[*index] : 0;
    std::string name = place < count ? tag_text(texts[place], TagEncoding::kUtf8) : std::string();
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
  };
  const std::string name = name_in(reader.u16_be());
  const std::string parent = name_in(reader.u16_be());
  if (!name.empty()) append_to(text, {", {}", name});
  if (!parent.empty() && parent != "java.lang.Object") append_to(text, {" extends {}", parent});
  return text;
}

std::string wasm_facts(FileParts& file) {
  constexpr std::uint8_t kImports = 2;
  constexpr std::uint8_t kExports = 7;
  constexpr unsigned kMostSections = 1000;
  constexpr std::uint64_t kMostBytes = 64 << 10;
  ByteReader head = reader_at(file, 0, 8);
  static_cast<void>(head.skip(4));
  const auto version = head.u16_le();
  const auto layer = head.u16_le();
  if (!layer) return {};
  if (*layer == 1) return "component";
  std::uint32_t imports = 0;
  std::uint32_t exports = 0;
  std::string names;
  std::uint64_t at = 8;
  for (unsigned i = 0; i < kMostSections && at < file.size(); ++i) {
    ByteReader reader = reader_at(file, at, 6);
    const auto id = reader.u8();
    const auto size = take_leb(reader);
    if (!size) break;
    const std::uint64_t start = at + reader.position();
    if (*id == kImports || *id == kExports) {
      ByteReader section = reader_at(file, start, std::min<std::uint64_t>(*size, kMostBytes));
      const std::uint32_t count = take_leb(section).value_or(0);
      (*id == kImports ? imports : exports) = count;
      if (*id == kExports) names = export_names(section, count);
    }
    at = start + *size;
  }
  std::string text =
      compose({"version {}, {}", std::uint32_t{*version}, counted(imports, "import")});
  append_to(text, {", {}", counted(exports, "export")});
  if (!names.empty()) append_to(text, {": {}", names});
  return text;
}

}  // namespace lectern
