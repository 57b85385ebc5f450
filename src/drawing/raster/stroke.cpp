#include "drawing/raster/stroke.h"

#include "drawing/raster/angles.h"

namespace lectern::drawing {
namespace {

class Stroker {
 public:
  Stroker(const Pen& pen, const Matrix& matrix, Meter& meter, Rasterizer& to)
      : pen_(pen), matrix_(matrix), meter_(meter), to_(to), half_(pen.width / 2) {
    // So many degrees of a round end are one line.
    const double radius =
        half_ * std::max(length({matrix.a, matrix.b}), length({matrix.c, matrix.d}));
    round_step_ = radius > 0.1 ? std::clamp(50 / std::sqrt(radius), 3.0, 60.0) : 60.0;
  }

  bool draw(const Polyline& line) {
    points_.clear();
    smooth_.clear();
    for (std::size_t i = 0; i < line.points.size(); ++i) {
      if (!is_finite(line.points[i])) return true;
      if (!points_.empty() && points_.back() == line.points[i]) continue;
      points_.push_back(line.points[i]);
      smooth_.push_back(line.is_smooth[i]);
    }
    bool is_closed = line.is_closed;
    if (is_closed && points_.size() > 1 && points_.front() == points_.back()) {
      points_.pop_back();
      smooth_.pop_back();
    }
    if (!meter_.spend(points_.size(), 48)) return false;
    if (points_.size() == 1) return dot_at(points_[0]);
    if (points_.size() == 2) is_closed = false;
    const bool was_closed = line.is_closed && !is_closed;
    side(is_closed, was_closed, false);
    side(is_closed, was_closed, true);
    to_.close();
    return !meter_.has_failed();
  }

 private:
  /// A line without length shows its caps.
  bool dot_at(Point p) {
    if (pen_.cap == Cap::kButt) return true;
    if (pen_.cap == Cap::kRound) {
      put(p + Point{half_, 0}, true);
      round(p, {half_, 0}, 360);
    } else {
      put(p + Point{-half_, -half_}, true);
      put(p + Point{half_, -half_});
      put(p + Point{half_, half_});
      put(p + Point{-half_, half_});
    }
    to_.close();
    return true;
  }

  void put(Point p, bool begins = false) {
    if (begins) {
      to_.move(matrix_(p));
    } else {
      to_.line(matrix_(p));
    }
  }

  /// Along one side, with the cap at its end; a closed line has an outline for each side.
  void side(bool is_closed, bool joins_at_end, bool is_back) {
    const std::size_t count = points_.size();
    const auto at = [&](std::size_t i) {
      i %= count;
      return is_back ? count - 1 - i : i;
    };
    const auto normal = [&](std::size_t i) {
      const Point along = points_[at(i + 1)] - points_[at(i)];
      return turned(along * (half_ / length(along))) * -1.0;
    };
    Point now = normal(0);
    const bool begins = is_closed || !is_back;
    put(points_[at(0)] + now, begins);
    const std::size_t segments = is_closed ? count : count - 1;
    for (std::size_t i = 0; i < segments; ++i) {
      const std::size_t corner = at(i + 1);
      const Point p = points_[corner];
      put(p + now);
      if (i + 1 == segments && !is_closed) {
        if (joins_at_end) {
          join(p, now, now * -1.0, false);
        } else {
          cap(p, now);
        }
        return;
      }
      const Point next = normal(i + 1);
      join(p, now, next, smooth_[corner]);
      put(p + next);
      now = next;
    }
    to_.close();
  }

  void cap(Point p, Point normal) {
    const Point ahead = turned(normal);
    if (pen_.cap == Cap::kRound) {
      round(p, normal, 180);
    } else if (pen_.cap == Cap::kSquare) {
      put(p + normal + ahead);
      put(p - normal + ahead);
    }
    put(p - normal);
  }

  void join(Point p, Point from, Point to, bool is_smooth) {
    const double turn = cross(from, to);
    const double along = dot(from, to);
    const double square = half_ * half_;
    if (std::fabs(turn) < 1e-9 * square && along > 0) return;
    // Inside of the turn the outline goes through the corner, so that it winds as the rest does.
    if (turn < 0) return put(p);
    if (is_smooth ? along < 0.9 * square : pen_.join == Join::kRound) {
      return round(p, from, degrees_of({along, turn}));
    }
    if (!is_smooth && pen_.join == Join::kBevel) return;
    // 1 / sin^2 of half the angle between the lines.
    const double limit = pen_.miter_limit * pen_.miter_limit;
    const double ratio = 2 * square / (square + along);
    if (along <= -square || (!is_smooth && ratio > limit)) return;
    put(p + (from + to) * (square / (square + along)));
  }

  /// An arc around `p` from `from` on, clockwise.
  void round(Point p, Point from, double degrees) {
    const int parts = std::max(1, to_int(std::ceil(degrees / round_step_)));
    if (!meter_.spend(static_cast<std::uint64_t>(parts), 40)) return;
    for (int i = 1; i < parts; ++i) {
      const Point a = direction_of(degrees * i / parts);
      put(p + Point{from.x * a.x - from.y * a.y, from.x * a.y + from.y * a.x});
    }
  }

  const Pen& pen_;
  const Matrix& matrix_;
  Meter& meter_;
  Rasterizer& to_;
  double half_;
  double round_step_ = 0;
  std::vector<Point> points_;
  std::vector<bool> smooth_;
};

/// Cuts a line into dashes.
class Dasher {
 public:
  Dasher(const Pen& pen, Meter& meter, Stroker& stroker)
      : pen_(pen), meter_(meter), stroker_(stroker) {
    double sum = 0;
    for (const double dash : pen.dashes) sum += dash;
    double rest = pen.dash_offset - sum * std::floor(pen.dash_offset / sum);
    if (!(rest >= 0)) rest = 0;
    while (rest >= pen.dashes[first_] && rest > 0) {
      rest -= pen.dashes[first_];
      first_ = (first_ + 1) % pen.dashes.size();
      if (rest <= 0 || !meter.spend(1)) break;
    }
    first_left_ = std::max(0.0, pen.dashes[first_] - rest);
  }

  bool draw(Polyline& line) {
    if (line.is_closed) {
      line.points.push_back(line.points[0]);
      line.is_smooth.push_back(false);
    }
    std::size_t dash = first_;
    double left = first_left_;
    Polyline piece;
    const auto add = [&](Point p, bool is_smooth) {
      piece.points.push_back(p);
      piece.is_smooth.push_back(is_smooth);
    };
    Polyline head;
    bool is_head = line.is_closed && dash % 2 == 0;
    const auto end_piece = [&] {
      // The first dash of a closed line may go on from the last one.
      if (is_head) {
        head = piece;
      } else if (!piece.points.empty() && !stroker_.draw(piece)) {
        return false;
      }
      is_head = false;
      piece = {};
      return true;
    };
    if (dash % 2 == 0) add(line.points[0], false);
    for (std::size_t i = 1; i < line.points.size(); ++i) {
      const Point from = line.points[i - 1];
      const Point way = line.points[i] - from;
      const double all = length(way);
      if (!std::isfinite(all)) return true;
      double done = 0;
      while (all - done > left) {
        if (!meter_.spend(1, 64)) return false;
        done += left;
        const Point p = from + way * (done / all);
        if (dash % 2 == 0) {
          add(p, false);
          if (!end_piece()) return false;
        } else {
          add(p, false);
        }
        dash = (dash + 1) % pen_.dashes.size();
        left = pen_.dashes[dash];
      }
      left -= all - done;
      if (dash % 2 == 0) add(line.points[i], line.is_smooth[i]);
    }
    if (!head.points.empty() && dash % 2 == 0 && !piece.points.empty()) {
      piece.points.insert(piece.points.end(), head.points.begin() + 1, head.points.end());
      piece.is_smooth.insert(piece.is_smooth.end(), head.is_smooth.begin() + 1,
                             head.is_smooth.end());
      head = {};
    }
    if (is_head) {
      piece.is_closed = true;
      is_head = false;
    }
    return (head.points.empty() || stroker_.draw(head)) && end_piece();
  }

 private:
  const Pen& pen_;
  Meter& meter_;
  Stroker& stroker_;
  std::size_t first_ = 0;
  double first_left_ = 0;
};

}  // namespace

bool add_stroke(const Path& path, const Pen& pen, const Matrix& matrix, Meter& meter,
                Rasterizer& to) {
  if (!(pen.width > 0)) return true;
  const double scale = std::max(length({matrix.a, matrix.b}), length({matrix.c, matrix.d}));
  Stroker stroker(pen, matrix, meter, to);
  double sum = 0;
  for (const double dash : pen.dashes) sum += dash;
  // A wide pen shows what its line hides.
  const double fine = scale * std::clamp(std::sqrt(pen.width * scale / 4), 1.0, 16.0);
  if (!(sum > 0)) {
    return flatten(path, fine, meter, [&](const Polyline& line) { return stroker.draw(line); });
  }
  Dasher dasher(pen, meter, stroker);
  return flatten(path, fine, meter, [&](Polyline& line) { return dasher.draw(line); });
}

}  // namespace lectern::drawing
