#include <array>

#include "drawing/type/face.h"

namespace lectern::drawing {
namespace {

constexpr std::size_t kMaxStack = 48;
constexpr int kMaxCalls = 10;
constexpr int kMaxSteps = 20'000;

class Interpreter {
 public:
  explicit Interpreter(const Subroutines& subroutines) : subroutines_(subroutines) {}

  std::optional<Charstring> run(ByteSpan code) {
    if (!execute(code, 0)) return std::nullopt;
    result_.path.close();
    return std::move(result_);
  }

 private:
  bool execute(ByteSpan code, int depth) {
    std::size_t at = 0;
    while (at < code.size() && !is_done_) {
      if (++steps_ > kMaxSteps) return false;
      const unsigned op = code[at++];
      if (op >= 32 || op == 28) {
        if (!push(op, code, at)) return false;
        continue;
      }
      switch (op) {
        case 10:
        case 29: {
          const auto& called = op == 10 ? subroutines_.local : subroutines_.global;
          if (size_ == 0 || depth == kMaxCalls) return false;
          const int bias = called.size() < 1240 ? 107 : called.size() < 33900 ? 1131 : 32768;
          const int number = to_int(stack_[--size_]) + bias;
          if (number < 0 || static_cast<std::size_t>(number) >= called.size()) return false;
          if (!execute(called[static_cast<std::size_t>(number)], depth + 1)) return false;
          break;
        }
        case 11:
          return true;
        case 19:
        case 20:
          take_stems();
          at += (stems_ + 7) / 8;
          break;
        case 12:
          if (at >= code.size()) return false;
          flex(code[at++]);
          size_ = 0;
          break;
        default:
          draw(op);
          size_ = 0;
      }
    }
    return true;
  }

  bool push(unsigned op, ByteSpan code, std::size_t& at) {
    const auto byte = [&](std::size_t i) { return at + i < code.size() ? int{code[at + i]} : 0; };
    if (size_ == kMaxStack) return false;
    double value = 0;
    if (op == 28) {
      value = static_cast<std::int16_t>(byte(0) << 8 | byte(1));
      at += 2;
    } else if (op <= 246) {
      value = static_cast<int>(op) - 139;
    } else if (op <= 250) {
      value = (static_cast<int>(op) - 247) * 256 + byte(0) + 108;
      at += 1;
    } else if (op <= 254) {
      value = -(static_cast<int>(op) - 251) * 256 - byte(0) - 108;
      at += 1;
    } else {
      value =
          static_cast<std::int16_t>(byte(0) << 8 | byte(1)) + (byte(2) << 8 | byte(3)) / 65536.0;
      at += 4;
    }
    stack_[size_++] = value;
    return true;
  }

  /// The first operator that clears the stack may have the width before its own operands.
  void take_width(bool is_there) {
    if (has_width_) return;
    has_width_ = true;
    if (!is_there || size_ == 0) return;
    result_.width = stack_[0];
    for (std::size_t i = 1; i < size_; ++i) stack_[i - 1] = stack_[i];
    --size_;
  }

  void take_stems() {
    take_width(size_ % 2 == 1);
    stems_ += size_ / 2;
    size_ = 0;
  }

  double value(std::size_t i) const { return i < size_ ? stack_[i] : 0; }

  void move(double x, double y) {
    result_.path.close();
    at_ = at_ + Point{x, y};
    result_.path.move(at_);
  }
  void line(double x, double y) {
    at_ = at_ + Point{x, y};
    result_.path.line(at_);
  }
  void curve(Point a, Point b, Point c) {
    const Point first = at_ + a;
    const Point second = first + b;
    at_ = second + c;
    result_.path.cubic(first, second, at_);
  }
  void curve(std::size_t i) {
    curve({value(i), value(i + 1)}, {value(i + 2), value(i + 3)}, {value(i + 4), value(i + 5)});
  }

  void draw(unsigned op) {
    switch (op) {
      case 1:
      case 3:
      case 18:
      case 23:
        return take_stems();
      case 14:
        take_width(size_ == 1 || size_ == 5);
        is_done_ = true;
        return;
      case 21:
        take_width(size_ > 2);
        return move(value(0), value(1));
      case 22:
        take_width(size_ > 1);
        return move(value(0), 0);
      case 4:
        take_width(size_ > 1);
        return move(0, value(0));
      case 5:
        for (std::size_t i = 0; i + 2 <= size_; i += 2) line(value(i), value(i + 1));
        return;
      case 6:
      case 7:
        for (std::size_t i = 0; i < size_; ++i) {
          const bool is_across = (op == 6) == (i % 2 == 0);
          line(is_across ? value(i) : 0, is_across ? 0 : value(i));
        }
        return;
      case 8:
      case 24: {
        std::size_t i = 0;
        for (; i + 6 <= size_; i += 6) curve(i);
        if (op == 24) line(value(i), value(i + 1));
        return;
      }
      case 25: {
        std::size_t i = 0;
        for (; i + 8 <= size_; i += 2) line(value(i), value(i + 1));
        return curve(i);
      }
      case 26:
      case 27: {
        std::size_t i = size_ % 4;
        double bend = i == 1 ? value(0) : 0;
        for (i = i == 1 ? 1 : 0; i + 4 <= size_; i += 4) {
          const bool is_up = op == 26;
          curve(is_up ? Point{bend, value(i)} : Point{value(i), bend}, {value(i + 1), value(i + 2)},
                is_up ? Point{0, value(i + 3)} : Point{value(i + 3), 0});
          bend = 0;
        }
        return;
      }
      case 30:
      case 31: {
        bool is_across = op == 31;
        for (std::size_t i = 0; i + 4 <= size_; i += 4) {
          const double last = size_ - i == 5 ? value(i + 4) : 0;
          curve(is_across ? Point{value(i), 0} : Point{0, value(i)}, {value(i + 1), value(i + 2)},
                is_across ? Point{last, value(i + 3)} : Point{value(i + 3), last});
          is_across = !is_across;
        }
        return;
      }
      default:
        return;
    }
  }

  void flex(unsigned op) {
    const auto v = [this](std::size_t i) { return value(i); };
    switch (op) {
      case 34:
        curve({v(0), 0}, {v(1), v(2)}, {v(3), 0});
        return curve({v(4), 0}, {v(5), -v(2)}, {v(6), 0});
      case 35:
        curve(0);
        return curve(6);
      case 36:
        curve({v(0), v(1)}, {v(2), v(3)}, {v(4), 0});
        return curve({v(5), 0}, {v(6), v(7)}, {v(8), -(v(1) + v(3) + v(7))});
      case 37: {
        const double x = v(0) + v(2) + v(4) + v(6) + v(8);
        const double y = v(1) + v(3) + v(5) + v(7) + v(9);
        const bool is_across = std::fabs(x) > std::fabs(y);
        curve(0);
        return curve({v(6), v(7)}, {v(8), v(9)}, {is_across ? v(10) : -x, is_across ? -y : v(10)});
      }
      default:
        return;
    }
  }

  Subroutines subroutines_;
  Charstring result_;
  std::array<double, kMaxStack> stack_{};
  std::size_t size_ = 0;
  std::size_t stems_ = 0;
  Point at_;
  int steps_ = 0;
  bool has_width_ = false;
  bool is_done_ = false;
};

}  // namespace

std::optional<Charstring> run_charstring(ByteSpan code, const Subroutines& subroutines) {
  return Interpreter(subroutines).run(code);
}

}  // namespace lectern::drawing
