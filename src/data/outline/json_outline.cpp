// JSON, JSON Lines and settings in JSON with comments: keys, types, counts and samples. Elements of
// a list, and records, are taken together.
#include <algorithm>

#include "base/format.h"
#include "base/message.h"
#include "data/outline/outline.h"
#include "data/shape/json_shape.h"

namespace lectern {
namespace {

/// What is looked at of a key or a string.
constexpr std::size_t kMaxTextBytes = 256;
/// Values after which a text is taken for JSON.
constexpr std::uint64_t kSureValues = 50;

class JsonOutline final : public Outline, private JsonShape {
 public:
  JsonOutline() : Outline("JSON"), stream_(*this, kMaxTextBytes) {
    head_.by_lines = false;
    head_.rest = "outline with at shows one place";
  }

  void append(std::string_view text) override { stream_.append(text); }

  bool has_found() const override { return stream_.values() >= kSureValues; }

  void finish(std::uint64_t lines) override {
    lines_ = lines;
    const bool was_mistaken = stream_.has_stopped();
    const std::uint64_t bad_before = stream_.bad_records();
    stream_.finish();
    const std::uint64_t bad = is_whole() ? stream_.bad_records() : bad_before;
    const bool is_one = tree_.roots() == 1;
    if (!tree_.has_parts()) return;
    if (!is_one) {
      head_.kind = "JSON Lines";
      head_.facts.push_back(compose({"{record}", tree_.roots()}));
    }
    if (stream_.has_stopped() && (is_whole() || was_mistaken)) {
      const std::string place =
          path_.empty() ? std::string() : compose({" (in {})", outline_text(path_)});
      head_.facts.push_back(stream_.ends_inside()
                                ? compose({"The text is cut: it ends inside of a value{}", place})
                                : compose({"No JSON from line {} on: {}{}", stream_.mistake_line(),
                                           stream_.mistake(), place}));
    } else if (bad > 0) {
      head_.facts.push_back(compose({"{line} {} no JSON{} {}: {}", bad, bad == 1 ? "is" : "are",
                                     bad == 1 ? "," : ", the first of them", stream_.mistake_line(),
                                     stream_.mistake()}));
    }
    if (tree_.unlisted() > 0) {
      head_.facts.push_back(compose({"{more key} not listed", tree_.unlisted()}));
    }
    tree_.show(entries_, is_one ? "" : "each");
  }

 private:
  void drop_record(std::uint64_t) override { tree_.drop(); }
  void stop(std::uint64_t line) override {
    path_ = tree_.path();
    close_all(line);
  }

  void close_all(std::uint64_t line) {
    while (tree_.depth() > 0) tree_.end(std::min(line, lines_));
  }

  JsonStream stream_;
  /// Known when the text has ended.
  std::uint64_t lines_ = ~std::uint64_t{0};
  std::string path_;  ///< where the text stops to be JSON
};

}  // namespace

std::unique_ptr<Outline> make_json_outline() { return std::make_unique<JsonOutline>(); }

}  // namespace lectern
