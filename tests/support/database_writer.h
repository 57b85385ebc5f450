// SQLite databases for tests, written page by page: tables of one or two levels, records with
// overflow pages.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace lectern::testing {

struct Blob {
  std::string bytes;
};
using StoredValue = std::variant<std::monostate, std::int64_t, double, std::string, Blob>;

class DatabaseWriter {
 public:
  using Row = std::pair<std::int64_t, std::vector<StoredValue>>;

  explicit DatabaseWriter(std::size_t page_size = 1024) : page_size_(page_size) {
    pages_.emplace_back(page_size_, '\0');
  }

  DatabaseWriter& add(std::string_view type, std::string_view name, std::string_view table,
                      std::int64_t root, std::string_view sql) {
    schema_.push_back(
        {static_cast<std::int64_t>(schema_.size()) + 1,
         {std::string(type), std::string(name), std::string(table), root, std::string(sql)}});
    return *this;
  }

  /// \returns the page of its root.
  std::size_t add_table(std::string_view name, std::string_view sql, const std::vector<Row>& rows) {
    std::vector<std::pair<std::size_t, std::int64_t>> leaves;
    std::vector<std::string> cells;
    std::size_t used = 8;
    const auto flush = [&](std::int64_t last) {
      leaves.emplace_back(new_page(), last);
      pages_[leaves.back().first - 1] = leaf(cells, 0);
      cells.clear();
      used = 8;
    };
    std::int64_t last = 0;
    for (const Row& row : rows) {
      std::string cell = cell_of(row);
      if (used + cell.size() + 2 > page_size_) flush(last);
      used += cell.size() + 2;
      cells.push_back(std::move(cell));
      last = row.first;
    }
    flush(last);
    std::size_t root = leaves.front().first;
    if (leaves.size() > 1) {
      root = new_page();
      std::string page(page_size_, '\0');
      page[0] = 5;
      put(page, 3, leaves.size() - 1, 2);
      put(page, 8, leaves.back().first, 4);
      std::size_t end = page_size_;
      for (std::size_t i = 0; i + 1 < leaves.size(); ++i) {
        std::string cell(4, '\0');
        put(cell, 0, leaves[i].first, 4);
        cell += varint(static_cast<std::uint64_t>(leaves[i].second));
        end -= cell.size();
        page.replace(end, cell.size(), cell);
        put(page, 12 + 2 * i, end, 2);
      }
      pages_[root - 1] = page;
    }
    add("table", name, name, static_cast<std::int64_t>(root), sql);
    return root;
  }

  std::string finish() {
    std::vector<std::string> cells;
    for (const Row& row : schema_) cells.push_back(cell_of(row));
    std::string& first = pages_[0] = leaf(cells, 100);
    first.replace(0, 16, std::string("SQLite format 3\0", 16));
    // 65,536 has no room there.
    put(first, 16, page_size_ == 65'536 ? 1 : page_size_, 2);
    first[18] = first[19] = 1;
    put(first, 24, 1, 4);
    put(first, 28, pages_.size(), 4);
    put(first, 56, 1, 4);
    put(first, 92, 1, 4);
    std::string file;
    for (const std::string& page : pages_) file += page;
    return file;
  }

  static void put(std::string& bytes, std::size_t at, std::uint64_t value, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      bytes[at + i] = static_cast<char>(value >> (8 * (size - 1 - i)) & 0xFF);
    }
  }

  static std::string varint(std::uint64_t value) {
    std::string out(1, static_cast<char>(value & 0x7F));
    while ((value >>= 7) != 0) out.insert(0, 1, static_cast<char>(0x80 | (value & 0x7F)));
    return out;
  }

 private:
  std::size_t new_page() {
    pages_.emplace_back(page_size_, '\0');
    return pages_.size();
  }

  static std::string record(const std::vector<StoredValue>& values) {
    std::string types;
    std::string body;
    const auto number = [&body](std::uint64_t value) {
      std::string bytes(8, '\0');
      put(bytes, 0, value, 8);
      body += bytes;
    };
    for (const StoredValue& value : values) {
      if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        types += '\6';
        number(static_cast<std::uint64_t>(*integer));
      } else if (const auto* real = std::get_if<double>(&value)) {
        types += '\7';
        number(std::bit_cast<std::uint64_t>(*real));
      } else if (const auto* text = std::get_if<std::string>(&value)) {
        types += varint(13 + 2 * text->size());
        body += *text;
      } else if (const auto* blob = std::get_if<Blob>(&value)) {
        types += varint(12 + 2 * blob->bytes.size());
        body += blob->bytes;
      } else {
        types += '\0';
      }
    }
    return varint(types.size() + 1) + types + body;
  }

  std::string cell_of(const Row& row) {
    const std::string payload = record(row.second);
    std::string cell = varint(payload.size()) + varint(static_cast<std::uint64_t>(row.first));
    const std::size_t most = page_size_ - 35;
    if (payload.size() <= most) return cell + payload;
    const std::size_t least = (page_size_ - 12) * 32 / 255 - 23;
    std::size_t local = least + (payload.size() - least) % (page_size_ - 4);
    if (local > most) local = least;
    cell += payload.substr(0, local);
    std::string number(4, '\0');
    put(number, 0, pages_.size() + 1, 4);
    cell += number;
    for (std::size_t at = local; at < payload.size(); at += page_size_ - 4) {
      std::string page(4, '\0');
      const bool is_last = payload.size() - at <= page_size_ - 4;
      put(page, 0, is_last ? 0 : pages_.size() + 2, 4);
      page += payload.substr(at, page_size_ - 4);
      page.resize(page_size_);
      pages_.push_back(page);
    }
    return cell;
  }

  std::string leaf(const std::vector<std::string>& cells, std::size_t start) const {
    std::string page(page_size_, '\0');
    page[start] = 13;
    put(page, start + 3, cells.size(), 2);
    std::size_t end = page_size_;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      end -= cells[i].size();
      page.replace(end, cells[i].size(), cells[i]);
      put(page, start + 8 + 2 * i, end, 2);
    }
    return page;
  }

  std::size_t page_size_;
  std::vector<std::string> pages_;
  std::vector<Row> schema_;
};

}  // namespace lectern::testing
