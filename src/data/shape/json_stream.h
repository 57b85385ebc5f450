// JSON that goes by: a text of any size, piece by piece, is turned into what stands in it. Takes
// one value, or as many as there are (JSON Lines), with comments and trailing commas, as settings
// have them. Memory is bounded by the longest text that is handed out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace lectern {

enum class JsonToken : std::uint8_t { kString, kNumber, kWord };

/// Receives what stands in the text, in its order. Lines count from 1.
class JsonEvents {
 public:
  JsonEvents() = default;
  JsonEvents(const JsonEvents&) = delete;
  JsonEvents& operator=(const JsonEvents&) = delete;
  virtual ~JsonEvents() = default;

  virtual void begin(bool is_array, std::uint64_t line) = 0;
  virtual void end(std::uint64_t line) = 0;
  /// The key of the next value, as it stands between its quotes.
  virtual void key(std::string_view text, std::uint64_t line) = 0;
  /// How many bytes of `text`, which begins behind a `"`, are the key of the next value, when it is
  /// the one that is expected and a `"` follows it: `key` is not called then. 0: not known.
  virtual std::size_t expected_key(std::string_view) { return 0; }
  /// \param text  as it stands, a string without its quotes
  /// \param bytes  of all of it, of which `text` may be the beginning
  virtual void value(JsonToken token, std::string_view text, std::uint64_t bytes,
                     std::uint64_t line) = 0;
  /// A record is no JSON from here on: what is open of it ends. The next begins with the next line.
  virtual void drop_record(std::uint64_t line) = 0;
  /// The text is no JSON from here on. Nothing more comes.
  virtual void stop(std::uint64_t line) = 0;
};

class JsonStream {
 public:
  /// \param events  must outlive this
  /// \param most_bytes  of one text that is handed out
  JsonStream(JsonEvents& events, std::size_t most_bytes) : events_(events), most_(most_bytes) {}

  void append(std::string_view text);
  /// The text has ended.
  void finish();

  /// Values that stand in no other.
  std::uint64_t records() const { return records_; }
  /// Values, of any depth.
  std::uint64_t values() const { return values_; }
  /// Of several records, those that are none; and where the first of them is.
  std::uint64_t bad_records() const { return bad_records_; }
  /// The line of the first mistake; 0: none.
  std::uint64_t mistake_line() const { return mistake_line_; }
  std::string_view mistake() const { return mistake_; }
  /// The mistake is that the text is cut.
  bool ends_inside() const { return ends_inside_; }
  /// Nothing more comes: the text is no JSON from `mistake_line` on.
  bool has_stopped() const { return state_ == State::kStopped; }
  std::uint64_t line() const { return line_; }

 private:
  enum class State : std::uint8_t {
    kBetween,
    kString,
    kWord,
    kSlash,
    kLineComment,
    kBlockComment,
    kSkipLine,
    kStopped,
  };
  enum class Expected : std::uint8_t { kValue, kValueOrEnd, kKeyOrEnd, kColon, kCommaOrEnd };

  /// Each record so far stands in one line, so the next must, too.
  bool in_lines() const { return records_ > 1 && !has_long_records_; }
  const char* between(const char* at, const char* end);
  const char* string(const char* at, const char* end);
  const char* word(const char* at, const char* end);
  const char* comment(const char* at, const char* end);
  const char* until_line_end(const char* at, const char* end);
  bool open(char bracket);
  bool close(char bracket);
  void keep(const char* from, const char* to);
  std::string_view token(const char* from, const char* to);
  void end_string(std::string_view text);
  void end_word(std::string_view text);
  void end_value(JsonToken token, std::string_view text);
  void done_with_value();
  void fail(std::string_view what);

  JsonEvents& events_;
  std::size_t most_;
  State state_ = State::kBetween;
  Expected expected_ = Expected::kValue;
  std::string open_;  ///< brackets
  std::string token_;
  std::uint64_t token_bytes_ = 0;
  bool is_escaped_ = false;  ///< the next character of the string is
  bool is_after_star_ = false;
  bool has_long_records_ = false;
  bool ends_inside_ = false;
  char quote_ = '"';
  std::uint64_t line_ = 1;
  std::uint64_t token_line_ = 1;
  std::uint64_t record_line_ = 1;
  std::uint64_t records_ = 0;
  std::uint64_t values_ = 0;
  std::uint64_t bad_records_ = 0;
  std::uint64_t mistake_line_ = 0;
  std::string_view mistake_;
};

}  // namespace lectern
