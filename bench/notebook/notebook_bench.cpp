// Times the native read of one notebook and its stages. Run through bench/notebook/bench.mjs, which
// compares with JavaScript; alone: lectern_notebook_bench FILE.
// Prints one JSON object: milliseconds, the fastest of kRuns.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "notebook/notebook_text.h"
#include "notebook/parse.h"
#include "read/read.h"

namespace {

using namespace lectern;

constexpr int kRuns = 9;

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

double read_ms(ByteSpan bytes, HashKind hash, NotebookOutputs outputs) {
  ReadRequest request;
  request.file_path = "bench.ipynb";
  ReadOptions options;
  options.hash = hash;
  options.notebook.outputs = outputs;
  options.limits.max_notebook_bytes = bytes.size();
  return fastest_ms([&] {
    if (!read(bytes, request, options).success) std::exit(1);
  });
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: lectern_notebook_bench FILE\n", stderr);
    return 2;
  }
  std::ifstream stream(arguments[1], std::ios::binary);
  const std::string file((std::istreambuf_iterator<char>(stream)), {});
  const ByteSpan bytes = as_bytes(file);
  const double parse = fastest_ms([&] {
    const NotebookText text = notebook_text(bytes);
    if (!parse_notebook(text.view(), Limits{})) std::exit(1);
  });
  std::printf("{\"parse\":%.2f,\"text\":%.2f,\"pictures\":%.2f,\"hash\":%.2f}\n", parse,
              read_ms(bytes, HashKind::kNone, NotebookOutputs::kText),
              read_ms(bytes, HashKind::kNone, NotebookOutputs::kAll),
              read_ms(bytes, HashKind::kSha256, NotebookOutputs::kAll));
  return 0;
}
