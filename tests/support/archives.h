// tar and gzip files for tests, and readings of archives the way hosts do them.
#pragma once

#include <zlib.h>

#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <string_view>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/sha256.h"
#include "read/reading.h"
#include "support/zip_writer.h"

namespace lectern::testing {

/// `count` lines, numbered.
inline std::string lines(std::string_view line, int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) text += std::string(line) + " " + std::to_string(i) + "\n";
  return text;
}

/// Bytes that do not compress, the same each time.
inline std::string noise(std::size_t size) {
  std::string bytes(size, '\0');
  std::uint32_t state = 1;
  for (char& byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

/// Makes tar files, a header and its data at a time.
class TarWriter {
 public:
  struct Header {
    std::string name;
    std::string target = "";
    char type = '0';
    std::string magic = std::string(
        "ustar\0"
        "00",
        8);
    std::uint64_t mtime = 1'767'225'600;
  };

  TarWriter& add(const Header& header, std::string_view data, std::uint64_t claimed = ~0ULL) {
    std::string block(512, '\0');
    const auto put = [&block](std::size_t at, std::string_view text) {
      std::copy(text.begin(), text.end(), block.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(0, std::string_view(header.name).substr(0, 100));
    put(100, "0000644");
    put(124, octal(claimed == ~0ULL ? data.size() : claimed));
    put(136, octal(header.mtime));
    block[156] = header.type;
    put(157, header.target);
    put(257, header.magic);
    put(148, "        ");
    unsigned sum = 0;
    for (const char c : block) sum += static_cast<unsigned char>(c);
    put(148, octal(sum).substr(5, 6));
    block[154] = '\0';
    file_ += block;
    file_ += data;
    file_.resize((file_.size() + 511) / 512 * 512);
    return *this;
  }
  TarWriter& add(std::string_view name, std::string_view data) {
    return add(Header{std::string(name)}, data);
  }

  std::string finish() const { return file_ + std::string(1024, '\0'); }

 private:
  static std::string octal(std::uint64_t value) {
    std::string text;
    for (int digit = 10; digit >= 0; --digit) {
      text += static_cast<char>('0' + (value >> (3 * digit) & 7));
    }
    return text;
  }

  std::string file_;
};

inline std::string gzipped(std::string_view data, int level = 6) {
  z_stream state{};
  REQUIRE(deflateInit2(&state, level, Z_DEFLATED, 31, 8, Z_DEFAULT_STRATEGY) == Z_OK);
  std::string packed(deflateBound(&state, static_cast<uLong>(data.size())) + 64, '\0');
  state.next_in = const_cast<Bytef*>(as_bytes(data).data());
  state.avail_in = static_cast<uInt>(data.size());
  state.next_out = reinterpret_cast<Bytef*>(packed.data());
  state.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&state, Z_FINISH) == Z_STREAM_END);
  packed.resize(state.total_out);
  deflateEnd(&state);
  return packed;
}

inline std::string text_of(const ByteVector& bytes) { return {bytes.begin(), bytes.end()}; }

/// What is written in base64.
inline std::string stream_of(std::string_view base64) {
  const auto bytes = base64_decode(base64);
  REQUIRE(bytes);
  return text_of(*bytes);
}

/// How a host answers.
struct Host {
  std::size_t most_bytes = std::size_t{1} << 20;  ///< of an answer
  bool knows_size = true;
  bool takes_turns = false;
  std::uint64_t loaded_bytes = 0;
  std::uint64_t turns = 0;
  std::uint64_t questions = 0;
  ByteVector notes = {};  ///< of an earlier read, then of this one
};

/// Reads `path`, of which `member` lies in the file.
inline ToolResult read_place(std::string_view file, const std::string& path,
                             const std::string& member, Host& host, ReadRequest request = {},
                             ReadOptions options = {}) {
  request.file_path = path;
  options.host.member = member;
  FileKnowledge known{.notes = host.notes, .takes_turns = host.takes_turns};
  if (host.knows_size) known.size_bytes = file.size();
  FileReading reading(request, options, known);
  for (std::uint64_t asked = 0; reading.question().kind != Question::Kind::kDone; ++asked) {
    REQUIRE(asked < 10'000'000);
    const Question question = reading.question();
    ++host.questions;
    if (question.kind != Question::Kind::kBytes) {
      host.turns += question.kind == Question::Kind::kTurn ? 1 : 0;
      reading.decline("");
      continue;
    }
    REQUIRE(question.to > question.from);
    const std::size_t from = std::min<std::size_t>(question.from, file.size());
    const std::size_t size =
        std::min<std::uint64_t>({question.to - question.from, host.most_bytes, file.size() - from});
    const std::span<std::uint8_t> room = reading.room(std::max<std::size_t>(size, 1));
    REQUIRE_FALSE(room.empty());
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from), size, room.begin());
    host.loaded_bytes += size;
    reading.give(size, size == 0);
  }
  host.notes = reading.notes();
  return reading.take_result();
}

inline ToolResult read_place(std::string_view file, const std::string& path,
                             const std::string& member = "", ReadRequest request = {},
                             ReadOptions options = {}) {
  Host host;
  return read_place(file, path, member, host, std::move(request), std::move(options));
}

/// True when one of the warnings holds `text`.
inline bool warns_of(const ToolResult& result, std::string_view text) {
  const auto& warnings = result.metadata.warnings;
  return std::any_of(warnings.begin(), warnings.end(), [text](const std::string& warning) {
    return warning.find(text) != std::string::npos;
  });
}

}  // namespace lectern::testing
