// Reads of text for tests, and walks along the calls that read on.
#pragma once

#include <catch2/catch_test_macros.hpp>
#include <map>
#include <string>
#include <vector>

#include "text/text_session.h"

namespace lectern {

struct TextRead {
  ReadRequest request;
  ReadOptions options;

  TextRead() { request.file_path = "notes.txt"; }

  ToolResult of(std::string_view bytes, std::size_t chunk_bytes = std::size_t{1} << 20) const {
    TextSession session(request, options);
    for (std::size_t at = 0; at < bytes.size(); at += chunk_bytes) {
      session.push(as_bytes(bytes.substr(at, chunk_bytes)));
    }
    return session.finish();
  }

  static std::vector<LineRange> ranges(std::initializer_list<LineRange> ranges) { return ranges; }
};

inline std::string lines_of_numbers(std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

/// The numbered lines of a content; notes have no number.
inline std::vector<std::pair<std::uint64_t, std::string>> numbered(std::string_view content) {
  std::vector<std::pair<std::uint64_t, std::string>> lines;
  while (!content.empty()) {
    const std::size_t end = std::min(content.find('\n'), content.size());
    const std::string line(content.substr(0, end));
    content.remove_prefix(std::min(end + 1, content.size()));
    const std::size_t tab = line.find('\t');
    const bool has_number =
        tab != std::string::npos && line.find_first_not_of(" 0123456789") >= tab;
    if (has_number) lines.emplace_back(std::stoull(line.substr(0, tab)), line.substr(tab + 1));
  }
  return lines;
}

}  // namespace lectern
