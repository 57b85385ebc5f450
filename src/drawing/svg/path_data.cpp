// The grammar of `d` (SVG 2, section 9.3).
#include "drawing/svg/scanner.h"
#include "drawing/svg/values.h"

namespace lectern::drawing {
namespace {

class PathReader {
 public:
  PathReader(std::string_view text, Meter& meter, Held& held)
      : in_(text), meter_(meter), held_(held) {}

  Path read() {
    for (in_.skip_spaces(); !in_.at_end(); in_.skip_separator()) {
      // Three points for a curve, four curves for an arc.
      if (!meter_.spend(1, 64) || !held_.grow(meter_, 2 * 3 * sizeof(Point))) break;
      if (is_letter(in_.peek())) {
        command_ = in_.peek();
        in_.take(command_);
        in_.skip_spaces();
      } else if (command_ == 'Z' || command_ == 'z') {
        break;
      }
      if (!step()) break;
    }
    return std::move(path_);
  }

 private:
  bool take(Point& p) { return take(p.x) && take(p.y); }
  bool take(double& value) {
    in_.skip_separator();
    const auto number = in_.number();
    if (number) value = *number;
    return number.has_value();
  }
  bool take_flag(bool& value) {
    in_.skip_separator();
    const auto flag = in_.flag();
    if (flag) value = *flag;
    return flag.has_value();
  }

  bool step() {
    const bool is_relative = command_ >= 'a';
    const Point base = is_relative ? path_.end() : Point();
    const char upper = is_relative ? static_cast<char>(command_ - 32) : command_;
    if (path_.is_empty() && upper != 'M') return false;
    const char before = before_;
    before_ = upper;
    Point a;
    Point b;
    Point c;
    switch (upper) {
      case 'M':
        if (!take(a)) return false;
        path_.move(base + a);
        command_ = is_relative ? 'l' : 'L';
        return true;
      case 'L':
        if (!take(a)) return false;
        path_.line(base + a);
        return true;
      case 'H':
        if (!take(a.x)) return false;
        path_.line({base.x + a.x, path_.end().y});
        return true;
      case 'V':
        if (!take(a.y)) return false;
        path_.line({path_.end().x, base.y + a.y});
        return true;
      case 'C':
        if (!take(a) || !take(b) || !take(c)) return false;
        return curve(base + a, base + b, base + c);
      case 'S':
        if (!take(b) || !take(c)) return false;
        a = before == 'C' || before == 'S' ? path_.end() * 2 - control_ : path_.end();
        return curve(a, base + b, base + c);
      case 'Q':
        if (!take(a) || !take(c)) return false;
        return quadratic(base + a, base + c);
      case 'T':
        if (!take(c)) return false;
        a = before == 'Q' || before == 'T' ? path_.end() * 2 - control_ : path_.end();
        return quadratic(a, base + c);
      case 'A':
        return arc(base);
      case 'Z':
        path_.close();
        return true;
      default:
        return false;
    }
  }

  bool curve(Point first, Point second, Point to) {
    path_.cubic(first, second, to);
    control_ = second;
    return true;
  }

  bool quadratic(Point control, Point to) {
    path_.quadratic(control, to);
    control_ = control;
    return true;
  }

  bool arc(Point base) {
    Point radii;
    double turn = 0;
    bool is_large = false;
    bool is_clockwise = false;
    Point to;
    if (!take(radii) || !take(turn) || !take_flag(is_large) || !take_flag(is_clockwise) ||
        !take(to) || !held_.grow(meter_, 8 * 3 * sizeof(Point)))
      return false;
    path_.arc(radii, turn, is_large, is_clockwise, base + to);
    return true;
  }

  Scanner in_;
  Meter& meter_;
  Held& held_;
  Path path_;
  char command_ = '\0';
  char before_ = '\0';
  /// Of the curve before, for smooth ones.
  Point control_;
};

}  // namespace

Path read_path(std::string_view text, Meter& meter, Held& held) {
  return PathReader(text, meter, held).read();
}

}  // namespace lectern::drawing
