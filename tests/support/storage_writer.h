// OLE compound files for tests: a tree of streams, as [MS-CFB] stores them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace lectern::testing {

/// Makes compound files of version 3; every stream has sectors of its own.
class StorageWriter {
 public:
  /// \param path  its storages and its name: "__attach_version1.0_#00000000/__substg1.0_37010102"
  StorageWriter& add(const std::string& path, std::string data) {
    // Smaller ones would lie in the small sectors.
    nodes_[path].data = std::move(data);
    for (std::size_t slash = path.find('/'); slash != path.npos; slash = path.find('/', slash + 1))
      nodes_[path.substr(0, slash)].is_storage = true;
    return *this;
  }

  std::string finish() const {
    struct Entry {
      std::string path;
      std::string name;
      bool is_storage = true;
      std::string data;
      std::vector<std::size_t> children;
      std::size_t start = 0;
    };
    std::vector<Entry> entries(1);
    entries[0].name = "Root Entry";
    for (const auto& [path, node] : nodes_) {
      const std::size_t slash = path.rfind('/');
      const std::string parent = slash == path.npos ? "" : path.substr(0, slash);
      for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].path == parent && entries[i].is_storage) {
          entries[i].children.push_back(entries.size());
          break;
        }
      }
      entries.push_back({path, path.substr(slash + 1), node.is_storage, node.data, {}, 0});
    }
    constexpr std::size_t kSector = 512;
    const std::size_t directory_sectors = (entries.size() * 128 + kSector - 1) / kSector;
    std::string data;
    std::vector<std::uint32_t> table;
    const auto chain = [&](const std::string& bytes) {
      const std::size_t start = table.size();
      const std::size_t count = (bytes.size() + kSector - 1) / kSector;
      for (std::size_t i = 0; i < count; ++i)
        table.push_back(i + 1 < count ? static_cast<std::uint32_t>(start + i + 1) : 0xFFFFFFFE);
      data += bytes;
      data.resize((data.size() + kSector - 1) / kSector * kSector);
      return start;
    };
    chain(std::string(directory_sectors * kSector, '\0'));
    for (Entry& entry : entries) {
      // All streams are of at least the cutoff, which is set to 1.
      if (!entry.is_storage && !entry.data.empty()) entry.start = chain(entry.data);
    }
    std::string directory;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::string one(128, '\0');
      for (std::size_t k = 0; k < entries[i].name.size() && k < 31; ++k)
        one[2 * k] = entries[i].name[k];
      put(one, 64, 2 * (entries[i].name.size() + 1), 2);
      one[66] = static_cast<char>(i == 0 ? 5 : entries[i].is_storage ? 1 : 2);
      put(one, 68, 0xFFFFFFFF, 4);
      put(one, 72, next_sibling(entries, i), 4);
      put(one, 76, entries[i].children.empty() ? 0xFFFFFFFF : entries[i].children.front(), 4);
      put(one, 116, i == 0 ? 0xFFFFFFFE : entries[i].start, 4);
      put(one, 120, entries[i].data.size(), 4);
      directory += one;
    }
    data.replace(0, directory.size(), directory);
    const std::size_t table_sectors = (table.size() + 128) / 128 + 1;
    const std::size_t table_start = table.size();
    for (std::size_t i = 0; i < table_sectors; ++i) table.push_back(0xFFFFFFFD);
    table.resize(table_sectors * 128, 0xFFFFFFFF);
    std::string header(512, '\0');
    header.replace(0, 8, "\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", 8);
    put(header, 24, 0x3E, 2);
    put(header, 26, 3, 2);
    put(header, 28, 0xFFFE, 2);
    put(header, 30, 9, 2);
    put(header, 32, 6, 2);
    put(header, 44, table_sectors, 4);
    put(header, 48, 0, 4);
    put(header, 56, 1, 4);
    put(header, 60, 0xFFFFFFFE, 4);
    put(header, 68, 0xFFFFFFFE, 4);
    for (std::size_t i = 0; i < 109; ++i)
      put(header, 76 + 4 * i, i < table_sectors ? table_start + i : 0xFFFFFFFF, 4);
    std::string bytes;
    for (const std::uint32_t next : table) {
      std::string four(4, '\0');
      put(four, 0, next, 4);
      bytes += four;
    }
    return header + data + bytes;
  }

 private:
  struct Node {
    std::string data;
    bool is_storage = false;
  };

  static void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) bytes[at + i] = static_cast<char>(value >> (8 * i));
  }
  template <typename Entries>
  static std::uint64_t next_sibling(const Entries& entries, std::size_t place) {
    for (const auto& entry : entries) {
      for (std::size_t i = 0; i + 1 < entry.children.size(); ++i) {
        if (entry.children[i] == place) return entry.children[i + 1];
      }
    }
    return 0xFFFFFFFF;
  }

  std::map<std::string, Node> nodes_;
};

}  // namespace lectern::testing
