// Times the native text reader and its inner loops. Run through bench/text/bench.mjs, which makes
// the files and compares; alone: lectern_text_bench TEXT UTF8_TEXT BINARY.
// Prints one JSON object: milliseconds, the fastest of kRuns.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "base/base64.h"
#include "text/kernels.h"
#include "text/text_session.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

constexpr int kRuns = 9;
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

template <typename Function>
double fastest_ms(Function function) {
  double best = 1e9;
  for (int run = 0; run < kRuns; ++run) {
    const auto start = std::chrono::steady_clock::now();
    function();
    const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
    best = std::min(best, took.count());
  }
  return best;
}

void check(bool holds) {
  if (!holds) std::exit(1);
}

std::string file_at(const char* path) {
  std::ifstream stream(path, std::ios::binary);
  check(stream.good());
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The page in the middle of a file of `lines` lines, with the number of all lines.
ReadRequest page_request(std::uint64_t lines) {
  ReadRequest request;
  request.file_path = "bench.log";
  request.offset = lines / 2;
  return request;
}

ReadOptions page_options() {
  ReadOptions options;
  options.hash = HashKind::kNone;
  options.limits.max_content_chars = 1'000'000;
  return options;
}

void page_in_memory(ByteSpan bytes, std::uint64_t lines) {
  TextSession session(page_request(lines), page_options());
  for (std::size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    session.push(bytes.subspan(at, std::min(kChunkBytes, bytes.size() - at)));
  }
  check(session.finish().total_lines == static_cast<std::int64_t>(lines));
}

void page_file(const char* path, std::uint64_t lines) {
  TextSession session(page_request(lines), page_options());
  std::FILE* file = std::fopen(path, "rb");
  check(file != nullptr);
  std::string chunk(kChunkBytes, '\0');
  while (const std::size_t size = std::fread(chunk.data(), 1, chunk.size(), file)) {
    session.push(as_bytes(std::string_view(chunk).substr(0, size)));
  }
  std::fclose(file);
  check(session.finish().total_lines == static_cast<std::int64_t>(lines));
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 4) {
    std::fputs("usage: lectern_text_bench TEXT UTF8_TEXT BINARY\n", stderr);
    return 2;
  }
  const std::string text = file_at(arguments[1]);
  const std::string utf8 = file_at(arguments[2]);
  const std::string binary = file_at(arguments[3]);
  const std::uint64_t lines = count_line_ends(as_bytes(text), false).lf;

  std::string encoded(base64_size(binary.size()), '\0');
  const double counting = fastest_ms([&] { check(count_line_ends(as_bytes(text), false).lf > 0); });
  const double paging = fastest_ms([&] { page_in_memory(as_bytes(text), lines); });
  const double file = fastest_ms([&] { page_file(arguments[1], lines); });
  const double ascii = fastest_ms([&] { check(is_valid_utf8(as_bytes(text))); });
  const double valid = fastest_ms([&] { check(is_valid_utf8(as_bytes(utf8))); });
  const double base64 = fastest_ms([&] { base64_encode(as_bytes(binary), encoded); });
  std::printf(
      "{\"counting\":%.2f,\"paging\":%.2f,\"file\":%.2f,\"ascii\":%.2f,\"utf8\":%.2f,"
      "\"base64\":%.2f}\n",
      counting, paging, file, ascii, valid, base64);
  return 0;
}
