// What is printed: text, in which the base64 of pictures and documents only has its place. The host
// puts it there, without a copy through JSON.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "read/json.h"

namespace lectern::command {

/// Characters of a medium's base64.
struct MediaSlice {
  std::size_t index = 0;  ///< of the medium: images first, then documents
  std::size_t begin = 0;
  std::size_t size = 0;
};

class Output {
 public:
  using Piece = std::variant<std::string, MediaSlice>;

  /// What is printed, piece by piece.
  const std::vector<Piece>& pieces() const { return pieces_; }

  void add(std::string_view text);
  void add(MediaSlice slice);

  /// Adds JSON in one line; bytes that are not UTF-8 become U+FFFD.
  void add_json(const Json& json);

  /// The whole text. `base64` gives that of a medium; it is asked for one medium at a time.
  std::string text(const std::function<std::string(std::size_t index)>& base64) const;

 private:
  std::vector<Piece> pieces_;
};

/// Stands in JSON for `before` and the base64 of a medium of `size` characters, as one string.
Json media_value(std::size_t index, std::size_t size, std::string_view before = "");

/// Text as JSON, in quotes; bytes that are not UTF-8 become U+FFFD.
std::string json_string(std::string_view text);

/// JSON in one line; bytes that are not UTF-8 become U+FFFD.
std::string json_text(const Json& json);

}  // namespace lectern::command
