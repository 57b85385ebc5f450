#include "data/place/json_place.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "data/outline/outline_entries.h"
#include "data/shape/value_facts.h"
#include "json/json_scanner.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxShownKeys = 40;

Error bad_place(std::string_view text) {
  return {ErrorCode::kInvalidArgument,
          {"at must be a place in JSON such as items[3].name or [\"a.b\"][0], got \"{}\"",
           sample_of(text)}};
}

/// The number of `[12]` at the start of `text`, which then begins behind it.
bool take_index(std::string_view& text, std::uint64_t& index) {
  const std::size_t close = text.find(']');
  if (close == text.npos || close < 2) return false;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + close, index);
  if (error != std::errc() || end != text.data() + close) return false;
  text.remove_prefix(close + 1);
  return true;
}

/// The key of `["a.b"]` or `['a.b']` at the start of `text`.
bool take_quoted(std::string_view& text, std::string& key) {
  const char quote = text[1];
  std::size_t at = 2;
  for (; at < text.size() && text[at] != quote; ++at) {
    if (text[at] == '\\' && at + 1 < text.size()) ++at;
    key += text[at];
  }
  if (!text.substr(std::min(at, text.size())).starts_with(std::string(1, quote) + "]"))
    return false;
  text.remove_prefix(at + 2);
  return true;
}

/// The key as its characters.
std::string key_text(std::string_view raw) {
  if (raw.find('\\') == raw.npos) return std::string(raw);
  std::string quoted = "\"";
  quoted += raw;
  quoted += '"';
  // A key that JSON does not take stays as it is.
  JsonScanner scanner(quoted, 1);
  if (!scanner.value() || !scanner.finish()) return std::string(raw);
  std::string text;
  append_unescaped(quoted, text);
  return text;
}

bool is_simple(std::string_view key) {
  return !key.empty() && key.find_first_of(".[]\"'$ \\") == key.npos;
}

}  // namespace

Result<std::vector<PlaceStep>> parse_place(std::string_view text) {
  const std::string_view all = text;
  std::vector<PlaceStep> steps;
  const bool has_root = text.starts_with('$');
  if (has_root) text.remove_prefix(1);
  while (!text.empty()) {
    if (steps.size() == kMaxPlaceSteps) return tl::unexpected<Error>(bad_place(all));
    PlaceStep step;
    if (text[0] == '[') {
      const bool is_quoted = text.size() > 3 && (text[1] == '"' || text[1] == '\'');
      step.is_index = !is_quoted;
      const bool is_good = is_quoted ? take_quoted(text, step.key) : take_index(text, step.index);
      if (!is_good) return tl::unexpected<Error>(bad_place(all));
    } else {
      if (text[0] == '.') {
        text.remove_prefix(1);
      } else if (!steps.empty() || has_root) {
        return tl::unexpected<Error>(bad_place(all));
      }
      const std::size_t end = std::min(text.find_first_of(".["), text.size());
      step.key = text.substr(0, end);
      if (step.key.empty()) return tl::unexpected<Error>(bad_place(all));
      text.remove_prefix(end);
    }
    steps.push_back(std::move(step));
  }
  if (steps.empty() && !has_root) return tl::unexpected<Error>(bad_place(all));
  return steps;
}

JsonPlace::JsonPlace(std::vector<PlaceStep> steps, bool takes_records, JsonEvents& inner)
    : steps_(std::move(steps)),
      takes_records_(takes_records && !steps_.empty() && steps_[0].is_index),
      inner_(inner) {}

JsonPlace::Relation JsonPlace::relation_at(std::size_t level, bool matches) const {
  if (!matches) return Relation::kElsewhere;
  return level == steps_.size() ? Relation::kThere : Relation::kOnTheWay;
}

/// Counts the value that begins. Steps of the place that lead to it: one for each container on the
/// way, and one for the record.
JsonPlace::Relation JsonPlace::next_value() {
  if (is_done_ || open_ > on_way_) return Relation::kElsewhere;
  const std::size_t records = takes_records_ ? 1 : 0;
  if (open_ == 0) {
    const std::uint64_t record = records_++;
    if (takes_records_) {
      reached_count_ = records_;
      reached_list_ = true;
      return relation_at(1, record == steps_[0].index);
    }
    return relation_at(0, record == 0);
  }
  const PlaceStep& step = steps_[open_ - 1 + records];
  ++reached_count_;
  if (is_list_) return relation_at(open_ + records, step.is_index && index_++ == step.index);
  if (reached_keys_.size() < kMaxShownKeys) {
    reached_keys_.push_back(outline_text(sample_of(key_)));
  }
  return relation_at(open_ + records, !step.is_index && key_ == step.key);
}

/// The place leads to something that has no parts.
void JsonPlace::note_end(std::string_view what, std::uint64_t line) {
  stop_ = what;
  reached_ = open_ + (takes_records_ ? 1 : 0);
  reached_line_ = line;
  is_done_ = true;
}

void JsonPlace::begin(bool is_array, std::uint64_t line) {
  if (inside_ > 0) {
    ++inside_;
    return inner_.begin(is_array, line);
  }
  const Relation relation = next_value();
  if (relation == Relation::kThere) {
    first_ = line;
    inside_ = 1;
    return inner_.begin(is_array, line);
  }
  ++open_;
  if (relation == Relation::kElsewhere) return;
  on_way_ = open_;
  is_list_ = is_array;
  index_ = 0;
  reached_ = open_ - 1 + (takes_records_ ? 1 : 0);
  reached_list_ = is_array;
  reached_line_ = line;
  reached_count_ = 0;
  reached_keys_.clear();
}

void JsonPlace::end(std::uint64_t line) {
  if (inside_ > 0) {
    inner_.end(line);
    if (--inside_ == 0) {
      last_ = line;
      is_done_ = true;
    }
    return;
  }
  if (open_ == 0) return;
  // What the place leads to is one container at each level: when it ends, nothing more can come.
  if (open_ == on_way_) is_done_ = true;
  --open_;
}

void JsonPlace::key(std::string_view text, std::uint64_t line) {
  if (inside_ > 0) return inner_.key(text, line);
  if (!is_done_ && open_ == on_way_) key_ = key_text(text);
}

void JsonPlace::value(JsonToken token, std::string_view text, std::uint64_t bytes,
                      std::uint64_t line) {
  if (inside_ > 0) return inner_.value(token, text, bytes, line);
  switch (next_value()) {
    case Relation::kThere:
      first_ = last_ = line;
      is_done_ = true;
      return inner_.value(token, text, bytes, line);
    case Relation::kOnTheWay:
      return note_end(token == JsonToken::kString   ? "a string"
                      : token == JsonToken::kNumber ? "a number"
                                                    : text,
                      line);
    case Relation::kElsewhere:
      return;
  }
}

void JsonPlace::drop_record(std::uint64_t line) {
  if (inside_ > 0) stop(line);
  open_ = on_way_ = 0;
}

void JsonPlace::stop(std::uint64_t line) {
  if (inside_ > 0) {
    last_ = line;
    inner_.stop(line);
  }
  is_done_ = true;
}

std::string JsonPlace::path(std::size_t steps) const {
  std::string path;
  for (std::size_t i = 0; i < steps; ++i) {
    const PlaceStep& step = steps_[i];
    if (step.is_index) {
      append_to(path, {"[{}]", step.index});
    } else if (is_simple(step.key)) {
      append_to(path, {"{}{}", path.empty() ? "" : ".", step.key});
    } else {
      append_to(path, {"[\"{}\"]", step.key});
    }
  }
  return path.empty() ? "$" : path;
}

Error JsonPlace::missing() const {
  const std::string wanted = path(steps_.size());
  const std::string there = path(reached_);
  if (!stop_.empty()) {
    return {ErrorCode::kOutOfRange,
            {"there is no {}: {} is {} (line {})", wanted, there, stop_, reached_line_}};
  }
  if (takes_records_ && reached_ == 0) {
    return {ErrorCode::kOutOfRange, {"there is no {}: the text has {record}", wanted, records_}};
  }
  if (reached_line_ == 0) {
    return {ErrorCode::kOutOfRange, {"there is no {}: the text has no value", wanted}};
  }
  if (reached_list_) {
    return {ErrorCode::kOutOfRange,
            {"there is no {}: {} is a list of {element}, which count from 0 (line {})", wanted,
             there, reached_count_, reached_line_}};
  }
  std::string keys;
  for (const std::string& key : reached_keys_)
    append_to(keys, {"{}{}", keys.empty() ? "" : ", ", key});
  if (reached_keys_.size() < reached_count_) {
    append_to(keys, {" and {,} more", reached_count_ - reached_keys_.size()});
  }
  return {ErrorCode::kOutOfRange,
          {"there is no {}: the keys of {} are {} (line {})", wanted, there,
           keys.empty() ? std::string("none") : keys, reached_line_}};
}

}  // namespace lectern
