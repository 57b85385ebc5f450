#include "data/place/place_view.h"

#include <algorithm>
#include <string>
#include <utility>

#include "base/format.h"
#include "base/message.h"
#include "data/outline/outline.h"
#include "data/place/json_place.h"
#include "data/shape/json_shape.h"
#include "text/made_text.h"
#include "text/text_session.h"

namespace lectern {
namespace {

/// The longest string that is shown.
constexpr std::size_t kMaxStringBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxOutlineText = 256;
/// What the line before the value takes of a result.
constexpr std::uint64_t kHeadChars = 300;
constexpr std::uint64_t kHeadTokens = 90;
/// Levels that are indented: what nests deeper would be blanks for the most part.
constexpr std::size_t kMostIndent = 64;
/// Text is handed on in pieces of about this size.
constexpr std::size_t kPieceBytes = std::size_t{64} << 10;

/// What the line before the value takes is left.
ReadOptions value_options(const ReadOptions& options) {
  ReadOptions own = made_text_options(options);
  Limits& limits = own.limits;
  limits.max_content_chars -= std::min(limits.max_content_chars / 2, kHeadChars);
  if (limits.max_tokens) *limits.max_tokens -= std::min(*limits.max_tokens / 2, kHeadTokens);
  limits.max_line_chars = limits.max_content_chars;
  return own;
}

ReadRequest value_request(const ReadRequest& request) {
  ReadRequest own = request;
  own.outline = false;
  return own;
}

/// What all that is done with a value shares.
class ValueView : public TextView {
 public:
  void append(std::string_view text) override { stream_.append(text); }
  bool is_complete() const override { return place_.is_done(); }

 protected:
  ValueView(const ReadRequest& request, std::vector<PlaceStep> steps, std::string_view name,
            JsonEvents& events, std::size_t most_bytes)
      : request_(request),
        place_(std::move(steps), extension_of(name) == "jsonl" || extension_of(name) == "ndjson",
               events),
        stream_(place_, most_bytes) {}

  /// Why the value cannot be shown.
  std::optional<Error> mistake() {
    if (!place_.is_done()) stream_.finish();
    if (place_.is_found()) return std::nullopt;
    if (stream_.has_stopped()) {
      return Error{ErrorCode::kInvalidArgument,
                   {"at reads JSON, and the text is none from line {} on: {}",
                    stream_.mistake_line(), stream_.mistake()}};
    }
    return place_.missing();
  }
  /// "items[3]: lines 120-134 of the file"; with what is wrong with it.
  std::string head() const {
    const std::string at = outline_text(request_.at, 100);
    std::string head =
        place_.first() == place_.last()
            ? compose({"{}: line {} of the file", at, place_.first()})
            : compose({"{}: lines {}-{} of the file", at, place_.first(), place_.last()});
    if (stream_.has_stopped()) append_to(head, {", where it is cut off: {}", stream_.mistake()});
    return head;
  }

  const ReadRequest& request_;
  JsonPlace place_;
  JsonStream stream_;
};

/// The value as text, indented by two.
class PlaceText final : public ValueView, private JsonEvents {
 public:
  PlaceText(const ReadRequest& request, const ReadOptions& options, std::vector<PlaceStep> steps,
            std::string_view name)
      : ValueView(request, std::move(steps), name, *this, kMaxStringBytes),
        value_request_(value_request(request)),
        value_options_(value_options(options)),
        session_(value_request_, value_options_) {}

  Result<ToolResult> finish(const TextEnd&) override {
    if (auto error = mistake()) return tl::unexpected<Error>(*std::move(error));
    hand_on(0);
    ToolResult result = session_.finish();
    if (result.error) return tl::unexpected<Error>(*std::move(result.error));
    result.content.insert(0, head() + "\n");
    result.metadata.mime_type.clear();
    if (cut_strings_ > 0) {
      add_to(result.metadata.warnings,
             {"{string} of more than {byte} cut", cut_strings_, std::uint64_t{kMaxStringBytes}});
    }
    return result;
  }

 private:
  void begin(bool is_array, std::uint64_t) override {
    before_value();
    text_ += is_array ? '[' : '{';
    open_ += is_array ? ']' : '}';
    is_empty_ = true;
  }
  void end(std::uint64_t) override {
    const char bracket = open_.back();
    open_.pop_back();
    if (!is_empty_) new_line();
    text_ += bracket;
    is_empty_ = false;
    hand_on(kPieceBytes);
  }
  void key(std::string_view text, std::uint64_t) override {
    before_value();
    quote(text);
    text_ += ": ";
    is_after_key_ = true;
  }
  void value(JsonToken token, std::string_view text, std::uint64_t bytes, std::uint64_t) override {
    before_value();
    if (token == JsonToken::kString) {
      quote(text);
      if (bytes > text.size()) ++cut_strings_;
    } else {
      text_ += text;
    }
    hand_on(kPieceBytes);
  }
  void drop_record(std::uint64_t) override {}
  void stop(std::uint64_t) override {}

  void before_value() {
    if (std::exchange(is_after_key_, false)) return;
    if (!open_.empty()) {
      if (!is_empty_) text_ += ',';
      new_line();
    }
    is_empty_ = false;
  }
  void new_line() {
    text_ += '\n';
    text_.append(2 * std::min(open_.size(), kMostIndent), ' ');
  }
  /// A string in single quotes may hold double ones.
  void quote(std::string_view text) {
    text_ += '"';
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find_first_of("\\\"", at), text.size());
      text_ += text.substr(at, end - at);
      if (end == text.size()) break;
      if (text[end] == '"') {
        text_ += "\\\"";
        at = end + 1;
      } else if (text.substr(end).starts_with("\\'")) {
        text_ += '\'';
        at = end + 2;
      } else {
        text_ += text.substr(end, 2);
        at = std::min(end + 2, text.size());
      }
    }
    text_ += '"';
  }
  void hand_on(std::size_t most) {
    if (text_.size() <= most && most > 0) return;
    session_.push(as_bytes(text_));
    text_.clear();
  }

  ReadRequest value_request_;
  ReadOptions value_options_;
  TextSession session_;
  std::string text_;
  std::string open_;  ///< the brackets that close what is open
  bool is_empty_ = false;
  bool is_after_key_ = false;
  std::uint64_t cut_strings_ = 0;
};

/// What the value is made of.
class PlaceOutline final : public ValueView, private JsonShape {
 public:
  PlaceOutline(const ReadRequest& request, const ReadOptions& options, std::vector<PlaceStep> steps,
               std::string_view name)
      : ValueView(request, std::move(steps), name, *this, kMaxOutlineText),
        limits_(options.limits) {}

  Result<ToolResult> finish(const TextEnd& end) override {
    if (auto error = mistake()) return tl::unexpected<Error>(*std::move(error));
    OutlineHead what{.kind = "JSON", .facts = {head()}, .by_lines = false, .in_order = false};
    what.rest = "outline with a longer at shows one of them";
    if (tree_.unlisted() > 0) {
      what.facts.push_back(compose({"{more key} not listed", tree_.unlisted()}));
    }
    while (tree_.depth() > 0) tree_.end(place_.last());
    OutlineEntries entries;
    tree_.show(entries, "");
    return show_outline(what, entries, end.lines, request_, limits_);
  }

 private:
  void drop_record(std::uint64_t) override {}
  void stop(std::uint64_t) override {}

  const Limits& limits_;
};

}  // namespace

Result<std::unique_ptr<TextView>> open_place(const ReadRequest& request, const ReadOptions& options,
                                             std::string_view name) {
  auto steps = parse_place(request.at);
  if (!steps) return tl::unexpected<Error>(std::move(steps).error());
  if (request.outline) {
    return std::make_unique<PlaceOutline>(request, options, *std::move(steps), name);
  }
  return std::make_unique<PlaceText>(request, options, *std::move(steps), name);
}

}  // namespace lectern
