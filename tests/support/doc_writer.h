// Makes small documents of Word 97 ([MS-DOC]): one piece of bytes, paragraphs with properties.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "support/compound_writer.h"

namespace lectern::testing {

class DocWriter {
 public:
  /// \param text  with its mark at the end: "\r", or "\a" in a table.
  /// \param properties  as [MS-DOC] 2.6.2 writes them.
  /// \param run  properties of its text, as 2.6.1 writes them.
  DocWriter& paragraph(std::string_view text, std::string_view properties = {},
                       std::string_view run = {}) {
    text_ += text;
    ends_.push_back(text_.size());
    properties_.emplace_back(properties);
    runs_.emplace_back(run);
    return *this;
  }
  /// What stands in the text boxes of headers, behind all other text.
  DocWriter& boxes_of_headers(std::string_view text) {
    box_characters_ += text.size();
    return paragraph(text);
  }
  /// A part of the table stream, by its index in the file's head.
  /// \param rest  what stands behind it and is not counted in its size.
  DocWriter& table(std::size_t index, std::string_view part, std::string_view rest = {}) {
    tables_.push_back({index, std::string(part), std::string(rest)});
    return *this;
  }

  static std::string number(std::uint32_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 0xFF);
    return text;
  }

  ByteVector finish() const {
    std::string main(kTextAt, '\0');
    const auto put = [](std::string& to, std::size_t at, const std::string& what) {
      to.replace(at, what.size(), what);
    };
    put(main, 0, number(0xA5EC, 2) + number(0xC1, 2));
    put(main, 0x0A, number(0x0200, 2));
    put(main, 0x4C, number(static_cast<std::uint32_t>(text_.size() - box_characters_), 4));
    put(main, 0x68, number(static_cast<std::uint32_t>(box_characters_), 4));
    put(main, 0x98, number(93, 2));
    main += text_;
    main.resize((main.size() + 511) / 512 * 512);
    const auto page = static_cast<std::uint32_t>(main.size() / 512);
    main += property_page() + run_page();

    std::string tables;
    const auto add = [&](std::size_t index, const std::string& part, const std::string& rest) {
      put(main, 0x9A + 8 * index,
          number(static_cast<std::uint32_t>(tables.size()), 4) +
              number(static_cast<std::uint32_t>(part.size()), 4));
      tables += part;
      tables += rest;
    };
    const auto end = static_cast<std::uint32_t>(kTextAt + text_.size());
    add(12, number(kTextAt, 4) + number(end, 4) + number(page + 1, 4), "");
    add(13, number(kTextAt, 4) + number(end, 4) + number(page, 4), "");
    add(33,
        '\2' + number(16, 4) + number(0, 4) + number(end - kTextAt, 4) + number(0, 2) +
            number(0x40000000U | 2 * kTextAt, 4) + number(0, 2),
        "");
    for (const Table& each : tables_) add(each.index, each.part, each.rest);
    return CompoundWriter().add("1Table", bytes(tables)).add("WordDocument", bytes(main)).finish();
  }

 private:
  struct Table {
    std::size_t index;
    std::string part;
    std::string rest;
  };
  static constexpr std::uint32_t kTextAt = 1024;

  static ByteVector bytes(const std::string& text) { return ByteVector(text.begin(), text.end()); }

  std::string places() const {
    std::string page = number(kTextAt, 4);
    for (const std::size_t end : ends_)
      page += number(static_cast<std::uint32_t>(kTextAt + end), 4);
    return page;
  }

  std::string run_page() const {
    std::string page = places();
    std::string last;
    for (const std::string& own : runs_) {
      if (own.empty()) {
        page += '\0';
        continue;
      }
      std::string entry = static_cast<char>(own.size()) + own;
      if ((511 - last.size() - entry.size()) % 2 != 0) entry += '\0';
      last.insert(0, entry);
      page += static_cast<char>((511 - last.size()) / 2);
    }
    page.resize(511 - last.size());
    return page + last + static_cast<char>(ends_.size());
  }

  std::string property_page() const {
    std::string page = places();
    // Properties stand at even places, from the end of the page on.
    std::string last(1, '\0');
    for (const std::string& own : properties_) {
      std::string entry = number(0, 2) + own;
      if (entry.size() % 2 == 0) entry += '\0';
      entry.insert(0, 1, static_cast<char>((entry.size() + 1) / 2));
      last.insert(0, entry);
      page += static_cast<char>((511 - last.size()) / 2);
      page += std::string(12, '\0');
    }
    page.resize(511 - last.size());
    return page + last + static_cast<char>(ends_.size());
  }

  std::size_t box_characters_ = 0;
  std::string text_;
  std::vector<std::size_t> ends_;
  std::vector<std::string> properties_;
  std::vector<std::string> runs_;
  std::vector<Table> tables_;
};

}  // namespace lectern::testing
