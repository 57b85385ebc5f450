// One place in JSON that goes by: `items[3].name`.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "data/shape/json_stream.h"

namespace lectern {

/// A key, or the index of an element.
struct PlaceStep {
  std::string key;
  std::uint64_t index = 0;
  bool is_index = false;
};

/// Steps that one place may have.
inline constexpr std::size_t kMaxPlaceSteps = 256;

/// `items[3].name`, `["a.b"][0]`, with or without `$` before; `$` alone is all of the text.
/// \returns INVALID_ARGUMENT for anything else
Result<std::vector<PlaceStep>> parse_place(std::string_view text);

/// Finds the first value at a place, and hands on what stands in it.
class JsonPlace final : public JsonEvents {
 public:
  /// \param takes_records  the first step, an index, counts the values of the text
  /// \param inner  must outlive this
  JsonPlace(std::vector<PlaceStep> steps, bool takes_records, JsonEvents& inner);

  bool is_found() const { return first_ > 0; }
  /// The value has come to its end, or cannot come any more.
  bool is_done() const { return is_done_; }
  /// The lines that it stands in.
  std::uint64_t first() const { return first_; }
  std::uint64_t last() const { return last_; }
  /// OUT_OF_RANGE: how far the place leads, and what there is instead of its next step. Once the
  /// text has ended, or nothing more can come.
  Error missing() const;

  void begin(bool is_array, std::uint64_t line) override;
  void end(std::uint64_t line) override;
  void key(std::string_view text, std::uint64_t line) override;
  void value(JsonToken token, std::string_view text, std::uint64_t bytes,
             std::uint64_t line) override;
  void drop_record(std::uint64_t line) override;
  void stop(std::uint64_t line) override;

 private:
  /// How a value relates to the place.
  enum class Relation : std::uint8_t { kElsewhere, kOnTheWay, kThere };

  Relation next_value();
  Relation relation_at(std::size_t level, bool matches) const;
  void note_end(std::string_view what, std::uint64_t line);
  std::string path(std::size_t steps) const;

  std::vector<PlaceStep> steps_;
  bool takes_records_;
  JsonEvents& inner_;
  std::uint64_t first_ = 0;
  std::uint64_t last_ = 0;
  bool is_done_ = false;
  std::uint64_t records_ = 0;

  std::size_t open_ = 0;     ///< containers
  std::size_t on_way_ = 0;   ///< of them, from the outermost on
  std::size_t inside_ = 0;   ///< containers of the value that are open
  bool is_list_ = false;     ///< the innermost of `on_way_`
  std::uint64_t index_ = 0;  ///< of its next element
  std::string key_;          ///< of its next value

  // What is known of the container that the place has led to.
  std::size_t reached_ = 0;  ///< steps
  std::string stop_;         ///< what is there when it is no container: "a string"
  bool reached_list_ = false;
  std::uint64_t reached_line_ = 0;
  std::uint64_t reached_count_ = 0;
  std::vector<std::string> reached_keys_;
};

}  // namespace lectern
