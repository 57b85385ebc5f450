#include "media/hex_view.h"

#include <algorithm>
#include <string>

#include "base/file_parts.h"
#include "base/format.h"
#include "base/message.h"

namespace lectern {
namespace {

constexpr std::uint64_t kRowBytes = 16;
constexpr std::uint64_t kDefaultBytes = 1024;
/// Characters of a row behind its address, with its line end.
constexpr std::uint64_t kRowChars = 71;
/// Most tokenizers make one token of two hexadecimal digits, and one of a space and two.
constexpr std::uint64_t kRowTokens = 40;
/// For what stands beside the rows.
constexpr std::uint64_t kNoteChars = 200;

void append_hex(std::string& text, std::uint64_t value, unsigned digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (unsigned shift = digits * 4; shift > 0; shift -= 4)
    text += kDigits[value >> (shift - 4) & 15];
}

/// Of the addresses of a file and of its size: as few as hold all of them, of 8, 12 and 16.
unsigned address_digits(std::uint64_t size) {
  if (size <= 0xFFFF'FFFF) return 8;
  return size <= 0xFFFF'FFFF'FFFF ? 12 : 16;
}

void append_row(std::string& text, std::uint64_t address, unsigned digits, ByteSpan bytes) {
  append_hex(text, address, digits);
  for (std::size_t i = 0; i < kRowBytes; ++i) {
    text += i % 8 == 0 ? "  " : " ";
    if (i < bytes.size()) {
      append_hex(text, bytes[i], 2);
    } else {
      text += "  ";
    }
  }
  text += "  |";
  for (const std::uint8_t byte : bytes) {
    text += byte >= 0x20 && byte < 0x7F ? static_cast<char>(byte) : '.';
  }
  text += "|\n";
}

}  // namespace

Result<ToolResult> read_hex(const ReadContext& context) {
  const ReadRequest& request = context.request;
  const Limits& limits = context.options.limits;
  FileParts whole(context.bytes);
  FileParts& file = context.parts != nullptr ? *context.parts : whole;
  const std::uint64_t size = file.size();
  std::uint64_t address = request.offset.value_or(0);
  if (request.from_end) address = size - std::min(size, *request.from_end);
  if (address > 0 && address >= size) {
    return fail(ErrorCode::kOutOfRange,
                {"offset {,} is past the end: the file has {byte}", address, size});
  }
  const std::uint64_t start = address - address % kRowBytes;
  const std::uint64_t wanted = request.limit.value_or(kDefaultBytes);
  const std::uint64_t asked_end = wanted < size - address ? address + wanted : size;
  const unsigned digits = address_digits(size);
  std::uint64_t most_rows =
      (limits.max_content_chars - std::min(limits.max_content_chars, kNoteChars)) /
      (digits + kRowChars);
  if (limits.max_tokens) most_rows = std::min(most_rows, *limits.max_tokens / kRowTokens);
  most_rows = std::max<std::uint64_t>(most_rows, 1);
  const std::uint64_t rows = std::min(most_rows, (asked_end - start + kRowBytes - 1) / kRowBytes);
  const std::uint64_t end = std::min(size, start + rows * kRowBytes);
  const auto bytes = file.get(start, end - start);
  // The parts note what is lacking: the read begins again once it is there, and drops this result.
  if (!bytes) return fail(ErrorCode::kIoError, "the bytes are not there");

  ToolResult result;
  result.success = true;
  result.content_type = ContentType::kBinary;
  for (std::uint64_t at = 0; at < bytes->size(); at += kRowBytes) {
    append_row(result.content, start + at, digits,
               bytes->subspan(static_cast<std::size_t>(at),
                              static_cast<std::size_t>(std::min(kRowBytes, bytes->size() - at))));
  }
  if (size == 0) {
    result.content = "(The file is empty)";
  } else if (end < size) {
    append_to(result.content,
              {"(Showing {,} of {byte}. Next: offset={}, view=hex)", end - start, size, end});
  } else {
    append_to(result.content, {"(Showing {,} of {byte}, up to the end)", end - start, size});
  }
  result.short_result = compose({"{byte} in hexadecimal", end - start});
  // A limit that was kept is no cut.
  if (end < size && (!request.limit || end < asked_end)) {
    result.truncated = true;
    ReadRequest next = request;
    next.from_end.reset();
    next.offset = end;
    if (request.limit) next.limit = asked_end - end;
    result.truncation = Truncation{TruncationCause::kBytes, std::move(next)};
  }
  return result;
}

}  // namespace lectern
