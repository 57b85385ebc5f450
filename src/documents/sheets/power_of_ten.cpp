#include "documents/sheets/power_of_ten.h"

namespace lectern {
namespace {

constexpr std::uint64_t kPowersOf5[] = {1,
                                        5,
                                        25,
                                        125,
                                        625,
                                        3125,
                                        15625,
                                        78125,
                                        390625,
                                        1953125,
                                        9765625,
                                        48828125,
                                        244140625,
                                        1220703125,
                                        6103515625,
                                        30517578125,
                                        152587890625,
                                        762939453125,
                                        3814697265625,
                                        19073486328125,
                                        95367431640625,
                                        476837158203125,
                                        2384185791015625,
                                        11920928955078125,
                                        59604644775390625,
                                        298023223876953125,
                                        1490116119384765625,
                                        7450580596923828125};
constexpr int kStep = 28;

struct NearPower {
  std::uint64_t high, low;
  int exponent;
};

/// Each 28th power of ten from 10^-364 on, its highest 128 bits.
constexpr NearPower kPowersOf10[] = {
    {0xE1AFA13AFBD14D6D, 0x82189C09A3A1EC21, -1337},
    {0xE3E27A444D8D98B7, 0xFD1B1B2308169B25, -1244},
    {0xE61ACF033D1A45DF, 0x6FB92487298E33BD, -1151},
    {0xE858AD248F5C22C9, 0xD1B3400F8F9CFF68, -1058},
    {0xEA9C227723EE8BCB, 0x465E15A979C1CADC, -965},
    {0xECE53CEC4A314EBD, 0xA4F8BF5635246428, -872},
    {0xEF340A98172AACE4, 0x86FB897116C87C34, -779},
    {0xF18899B1BC3F8CA1, 0xDC44E6C3CB279AC1, -686},
    {0xF3E2F893DEC3F126, 0x5A89DBA3C3EFCCFA, -593},
    {0xF64335BCF065D37D, 0x4D4617B5FF4A16D5, -500},
    {0xF8A95FCF88747D94, 0x75A44C6397CE912A, -407},
    {0xFB158592BE068D2E, 0xEED6E2F0F0D56712, -314},
    {0xFD87B5F28300CA0D, 0x8BCA9D6E188853FC, -221},
    {0x8000000000000000, 0x0000000000000000, -127},
    {0x813F3978F8940984, 0x4000000000000000, -34},
    {0x82818F1281ED449F, 0xBFF8F10E7A8921A4, 59},
    {0x83C7088E1AAB65DB, 0x792667C6DA79E0FA, 152},
    {0x850FADC09923329E, 0x03E2CF6BC604DDB0, 245},
    {0x865B86925B9BC5C2, 0x0B8A2392BA45A9B2, 338},
    {0x87AA9AFF79042286, 0x90FB44D2F05D0842, 431},
    {0x88FCF317F22241E2, 0x441FECE3BDF81F03, 524},
    {0x8A5296FFE33CC92F, 0x82BD6B70D99AAA6F, 617},
    {0x8BAB8EEFB6409C1A, 0x1AD089B6C2F7548E, 710},
    {0x8D07E33455637EB2, 0xDB0B487B6423E1E8, 803},
    {0x8E679C2F5E44FF8F, 0x570F09EAA7EA7648, 896},
    {0x8FCAC257558EE4E6, 0x213A4F0AA5E8A7B1, 989},
    {0x91315E37DB165AA9, 0x2C0DE8DD3D020C0C, 1082},
};
constexpr int kLeastPower = -13 * kStep;

int leading_zeros(Wide value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  return high != 0 ? __builtin_clzll(high)
                   : 64 + __builtin_clzll(static_cast<std::uint64_t>(value));
}

/// The higher half of the product.
Wide high_product(Wide a, Wide b) {
  constexpr Wide kLow = ~std::uint64_t{0};
  const Wide middle = (a & kLow) * (b >> 64) + ((a & kLow) * (b & kLow) >> 64);
  const Wide other = (a >> 64) * (b & kLow) + (middle & kLow);
  return (a >> 64) * (b >> 64) + (middle >> 64) + (other >> 64);
}

}  // namespace

std::uint64_t power_of_5(int power) { return kPowersOf5[power]; }

std::optional<std::uint64_t> NearProduct::rounded(int bits_dropped) const {
  const Wide half = Wide{1} << (bits_dropped - 1);
  const Wide rest = bits & (2 * half - 1);
  if (rest <= half && half - rest < kMissing) return std::nullopt;
  return static_cast<std::uint64_t>(bits >> bits_dropped) + (rest > half ? 1 : 0);
}

NearProduct near_product(std::uint64_t value, int power) {
  const int step = (power - kLeastPower) / kStep;
  const int rest = (power - kLeastPower) % kStep;
  const NearPower& near = kPowersOf10[step];
  // 10^rest is 5^rest here, and a shift.
  const Wide exact = Wide{value} * kPowersOf5[rest];
  const int zeros = leading_zeros(exact);
  const Wide product = high_product(exact << zeros, Wide{near.high} << 64 | near.low);
  const int missing = leading_zeros(product);
  return {product << missing, near.exponent + rest - zeros + 128 - missing};
}

}  // namespace lectern
