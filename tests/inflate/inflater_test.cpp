#include "inflate/inflater.h"

#include <catch2/catch_test_macros.hpp>
#include <random>
#include <string>
#include <string_view>

#include "support/zlib_streams.h"

namespace lectern {
namespace {

constexpr std::size_t kAll = 1u << 30;
std::size_t all_at_once() { return kAll; }

ByteVector deflated(ByteSpan bytes, int level, int strategy, int window_bits) {
  z_stream state{};
  REQUIRE(deflateInit2(&state, level, Z_DEFLATED, window_bits, 8, strategy) == Z_OK);
  ByteVector stream(deflateBound(&state, bytes.size()) + 64);
  state.next_in = const_cast<Bytef*>(bytes.data());
  state.avail_in = static_cast<uInt>(bytes.size());
  state.next_out = stream.data();
  state.avail_out = static_cast<uInt>(stream.size());
  REQUIRE(deflate(&state, Z_FINISH) == Z_STREAM_END);
  stream.resize(state.total_out);
  deflateEnd(&state);
  return stream;
}

/// Noise, runs, repetitions from near and far, and slow changes.
ByteVector varied_bytes(std::mt19937& random, std::size_t size) {
  ByteVector bytes;
  while (bytes.size() < size) {
    const std::size_t length = random() % 700;
    const auto byte = static_cast<std::uint8_t>(random());
    switch (random() % 4) {
      case 0:
        for (std::size_t i = 0; i < length; ++i)
          bytes.push_back(static_cast<std::uint8_t>(random()));
        break;
      case 1:
        bytes.insert(bytes.end(), length, byte);
        break;
      case 2: {
        if (bytes.empty()) break;
        const std::size_t reach = random() % 2 == 0 ? 20 : 32'768;
        const std::size_t distance = random() % std::min(reach, bytes.size()) + 1;
        for (std::size_t i = 0; i < length; ++i) bytes.push_back(bytes[bytes.size() - distance]);
        break;
      }
      default:
        for (std::size_t i = 0; i < length; ++i)
          bytes.push_back(static_cast<std::uint8_t>(byte + i % 9));
    }
  }
  bytes.resize(size);
  return bytes;
}

/// A stream from its bits, the first one lowest in the first byte, behind a header.
class Bits {
 public:
  Bits() { add(0x9C78, 16); }

  Bits& add(std::uint64_t value, unsigned count) {
    for (unsigned i = 0; i < count; ++i, ++size_) {
      if (size_ % 8 == 0) stream_.push_back(0);
      stream_.back() |= static_cast<std::uint8_t>((value >> i & 1) << size_ % 8);
    }
    return *this;
  }
  /// Huffman codes stand with their highest bit first.
  Bits& add_code(std::uint32_t code, unsigned count) {
    for (unsigned i = count; i-- > 0;) add(code >> i & 1, 1);
    return *this;
  }
  const ByteVector& stream() const { return stream_; }

 private:
  ByteVector stream_;
  std::size_t size_ = 0;
};

std::string reason_of(ByteSpan stream) {
  Inflater inflater;
  inflater.feed(stream);
  for (;;) {
    const auto bytes = inflater.next();
    if (!bytes) return std::string(bytes.error());
    if (bytes->empty()) return inflater.ended() ? "it ends" : "it goes on";
  }
}

}  // namespace

TEST_CASE("what was deflated comes back, whatever the settings and the pieces") {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    const ByteVector bytes = varied_bytes(random, random() % (round % 10 == 0 ? 400'000 : 5'000));
    constexpr int kStrategies[] = {Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED};
    const ByteVector stream =
        deflated(bytes, static_cast<int>(random() % 10), kStrategies[random() % 5],
                 static_cast<int>(9 + random() % 7));
    const std::size_t most = round % 3 == 0 ? 3 : round % 3 == 1 ? 300 : 100'000;
    const Inflated result = inflated_by_us(stream, [&] { return random() % most + 1; });
    CHECK(result.bytes == bytes);
    CHECK(result.ended);
  }
}

TEST_CASE("whatever byte of a stream is changed, the inflater says what zlib says") {
  std::mt19937 random(6);
  for (int round = 0; round < 250; ++round) {
    const ByteVector bytes = varied_bytes(random, random() % 3000);
    ByteVector stream = deflated(bytes, static_cast<int>(random() % 10), Z_DEFAULT_STRATEGY, 15);
    // Near the beginning, where the codes are, more often.
    const std::size_t reach =
        random() % 2 == 0 ? std::min<std::size_t>(stream.size(), 80) : stream.size();
    stream[random() % reach] ^= static_cast<std::uint8_t>(1u << random() % 8);
    const Inflated expected = inflated_by_zlib(stream, 8u << 20);
    const Inflated result = inflated_by_us(stream, [&] { return random() % 500 + 1; });
    CHECK(result == expected);
  }
}

TEST_CASE("of a stream that is cut, all that can be inflated is, and it is no error") {
  std::mt19937 random(7);
  const ByteVector bytes = varied_bytes(random, 2000);
  for (const int strategy : {Z_DEFAULT_STRATEGY, Z_FIXED}) {
    const ByteVector stream = deflated(bytes, 6, strategy, 15);
    for (std::size_t size = 0; size < stream.size(); ++size) {
      const Inflated result = inflated_by_us(ByteSpan(stream).first(size), all_at_once);
      CHECK(result == inflated_by_zlib(ByteSpan(stream).first(size), bytes.size() + 1));
      CHECK_FALSE(result.ended);
    }
  }
}

TEST_CASE("no call gives more than it may, and what follows the stream is not read") {
  const ByteVector bytes(3'000'000, 7);
  ByteVector stream = deflated(bytes, 9, Z_DEFAULT_STRATEGY, 15);
  const std::size_t size = stream.size();
  stream.insert(stream.end(), 100, 0xFF);
  Inflater inflater;
  inflater.feed(stream);
  std::size_t total = 0;
  while (!inflater.ended()) {
    const auto given = inflater.next();
    REQUIRE(given.has_value());
    CHECK(given->size() <= Inflater::kMaxOutput);
    total += given->size();
  }
  CHECK(total == bytes.size());
  CHECK(inflater.position() == size);
  CHECK(inflater.next()->empty());
}

TEST_CASE("matches of every distance and length are copied right") {
  std::mt19937 random(8);
  ByteVector bytes = varied_bytes(random, 300);
  for (std::size_t distance = 1; distance <= 40; ++distance) {
    for (const std::size_t length :
         {3U, 4U, 7U, 8U, 9U, 15U, 16U, 17U, 31U, 32U, 33U, 64U, 65U, 257U, 258U}) {
      for (int i = 0; i < 5; ++i) bytes.push_back(static_cast<std::uint8_t>(random()));
      for (std::size_t i = 0; i < length; ++i) bytes.push_back(bytes[bytes.size() - distance]);
    }
  }
  CHECK(inflated_by_us(deflated(bytes, 9, Z_DEFAULT_STRATEGY, 15), all_at_once).bytes == bytes);
}

TEST_CASE("a stream's error is named") {
  constexpr std::uint8_t kHeader[] = {0x78, 0x9D};
  constexpr std::uint8_t kMethod[] = {0x77, 0x85};
  constexpr std::uint8_t kWindow[] = {0x88, 0x1C};
  constexpr std::uint8_t kDictionary[] = {0x78, 0xBB};
  CHECK(reason_of(kHeader) == "incorrect header check");
  CHECK(reason_of(kMethod) == "unknown compression method");
  CHECK(reason_of(kWindow) == "invalid window size");
  CHECK(reason_of(kDictionary) == "a dictionary is needed");
  CHECK(reason_of(Bits().add(1, 1).add(3, 2).stream()) == "invalid block type");
  CHECK(reason_of(Bits().add(1, 1).add(0, 7).add(5, 16).add(5, 16).stream()) ==
        "invalid stored block lengths");
  // 287 symbols for literals and lengths; 31 for distances.
  CHECK(reason_of(Bits().add(5, 3).add(30, 5).add(0, 5).add(0, 4).stream()) ==
        "too many length or distance symbols");
  CHECK(reason_of(Bits().add(5, 3).add(0, 5).add(30, 5).add(0, 4).stream()) ==
        "too many length or distance symbols");
  // Four lengths of the code of lengths: three of one bit are too many, one alone too few.
  CHECK(reason_of(Bits().add(5, 3).add(0, 10).add(0, 4).add(0b001'001'001'000, 12).stream()) ==
        "invalid code lengths set");
  CHECK(reason_of(Bits().add(5, 3).add(0, 10).add(0, 4).add(0b001'000'000'000, 12).stream()) ==
        "invalid code lengths set");
  // 16, to repeat the last length, and 0 have a bit each. There is no last length yet.
  CHECK(reason_of(Bits()
                      .add(5, 3)
                      .add(0, 10)
                      .add(0, 4)
                      .add(0b001'000'000'001, 12)
                      .add(1, 1)
                      .add(0, 2)
                      .stream()) == "invalid bit length repeat");
  // 18, for zeros, and 0: 138 and 138 of 258, which leaves out the end of the block.
  const ByteVector zeros = Bits()
                               .add(5, 3)
                               .add(0, 10)
                               .add(0, 4)
                               .add(0b001'001'000'000, 12)
                               .add(1, 1)
                               .add(127, 7)
                               .add(1, 1)
                               .add(109, 7)
                               .stream();
  CHECK(reason_of(zeros) == "invalid code -- missing end-of-block");
  // The fixed codes: a length with nothing before it, a length and a distance that do not exist.
  CHECK(reason_of(Bits().add(3, 3).add_code(1, 7).add_code(0, 5).add(0, 16).stream()) ==
        "invalid distance too far back");
  CHECK(reason_of(Bits().add(3, 3).add_code(0b11000110, 8).add(0, 40).stream()) ==
        "invalid literal/length code");
  CHECK(
      reason_of(
          Bits().add(3, 3).add_code(0x30, 8).add_code(1, 7).add_code(30, 5).add(0, 40).stream()) ==
      "invalid distance code");
  // An empty block and a checksum, which is 1 for nothing.
  CHECK(reason_of(Bits().add(3, 3).add_code(0, 7).add(0, 6).add(0, 16).add(0x0100, 16).stream()) ==
        "it ends");
  CHECK(reason_of(Bits().add(3, 3).add_code(0, 7).add(0, 6).add(0, 16).add(0x0200, 16).stream()) ==
        "incorrect data check");
}

TEST_CASE("the error comes after all that stands before it, and stays") {
  ByteVector stream = deflated(ByteVector(100, 9), 0, Z_DEFAULT_STRATEGY, 15);
  stream.back() ^= 1;
  Inflater inflater;
  inflater.feed(stream);
  CHECK(inflater.next()->size() == 100);
  CHECK_FALSE(inflater.next().has_value());
  CHECK_FALSE(inflater.next().has_value());
  CHECK_FALSE(inflater.ended());
}

}  // namespace lectern
