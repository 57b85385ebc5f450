// Runs a fuzz target without libFuzzer: over files and folders of files, and over damaged copies of
// them, the same ones in every run. A finding ends the program.
//
//   lectern_replay_NAME [--damaged COUNT] PATH …
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;
using Bytes = std::vector<std::uint8_t>;

/// Larger files are slow, and a damage in them meets less.
constexpr std::size_t kMaxDamagedBytes = 32 * 1024;
constexpr std::size_t kMaxDamages = 6;

struct File {
  fs::path path;
  Bytes bytes;
};

Bytes content_of(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  const std::vector<char> content{std::istreambuf_iterator<char>(stream), {}};
  return {content.begin(), content.end()};
}

std::vector<File> load(int count, char** paths) {
  std::vector<File> files;
  for (int i = 0; i < count; ++i) {
    if (!fs::is_directory(paths[i])) {
      files.push_back({paths[i], content_of(paths[i])});
      continue;
    }
    const auto first = static_cast<std::ptrdiff_t>(files.size());
    for (const auto& entry : fs::recursive_directory_iterator(paths[i])) {
      if (entry.is_regular_file()) files.push_back({entry.path(), content_of(entry.path())});
    }
    // Folders have no order of their own, and the order decides how copies are damaged.
    std::sort(files.begin() + first, files.end(),
              [](const File& a, const File& b) { return a.path < b.path; });
  }
  return files;
}

/// Numbers below `limit`, the same with every standard library.
class Dice {
 public:
  explicit Dice(std::uint32_t seed) : random_(seed) {}
  std::size_t below(std::size_t limit) { return limit == 0 ? 0 : random_() % limit; }

 private:
  std::mt19937 random_;
};

auto place(Bytes& bytes, std::size_t at) { return bytes.begin() + static_cast<std::ptrdiff_t>(at); }

void damage(Bytes& bytes, const Bytes& other, Dice& dice) {
  constexpr std::uint8_t kTelling[] = {0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF, '0', '"', '\n'};
  const std::size_t at = dice.below(bytes.size());
  const std::size_t length = 1 + dice.below(std::min<std::size_t>(bytes.size() - at, 64));
  switch (dice.below(6)) {
    case 0:
      bytes[at] ^= static_cast<std::uint8_t>(1u << dice.below(8));
      break;
    case 1:
      bytes[at] = kTelling[dice.below(std::size(kTelling))];
      break;
    case 2:
      std::fill_n(place(bytes, at), length, kTelling[dice.below(std::size(kTelling))]);
      break;
    case 3:
      bytes.erase(place(bytes, at), place(bytes, at + length));
      break;
    case 4: {
      const Bytes again(place(bytes, at), place(bytes, at + length));
      bytes.insert(place(bytes, dice.below(bytes.size())), again.begin(), again.end());
      break;
    }
    default: {
      const std::size_t from = dice.below(other.size());
      const std::size_t end = std::min(other.size(), from + length);
      bytes.insert(place(bytes, at), other.begin() + static_cast<std::ptrdiff_t>(from),
                   other.begin() + static_cast<std::ptrdiff_t>(end));
    }
  }
}

/// Named before it runs: the last line of a run that ends early is the finding.
void run(const File& file, std::string_view how, std::size_t number, const Bytes& bytes) {
  std::printf("%s, %.*s %zu: %zu bytes\n", file.path.c_str(), static_cast<int>(how.size()),
              how.data(), number, bytes.size());
  std::fflush(stdout);
  LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

void run_damaged(const std::vector<File>& files, std::size_t count) {
  std::vector<const File*> small;
  for (const File& file : files) {
    if (!file.bytes.empty() && file.bytes.size() <= kMaxDamagedBytes) small.push_back(&file);
  }
  for (std::size_t i = 0; i < count && !small.empty(); ++i) {
    Dice dice(static_cast<std::uint32_t>(i));
    const File& file = *small[i % small.size()];
    Bytes bytes = file.bytes;
    const Bytes& other = small[dice.below(small.size())]->bytes;
    for (std::size_t left = 1 + dice.below(kMaxDamages); left > 0 && !bytes.empty(); --left) {
      damage(bytes, other, dice);
    }
    run(file, "damaged copy", i, bytes);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t damaged = 0;
  int first = 1;
  if (argc > 2 && std::string_view(argv[1]) == "--damaged") {
    damaged = std::strtoul(argv[2], nullptr, 10);
    first = 3;
  }
  const std::vector<File> files = load(argc - first, argv + first);
  for (std::size_t i = 0; i < files.size(); ++i) run(files[i], "file", i, files[i].bytes);
  run_damaged(files, damaged);
  std::printf("replayed %zu files and %zu damaged copies\n", files.size(), damaged);
  return files.empty() ? 1 : 0;
}
