#include "cli/output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <variant>

#include "base/base64.h"
#include "command/printable.h"

namespace lectern::cli {
namespace {

/// Why standard output could not be written, the first time: later the system may say nothing.
int first_error = 0;

tl::unexpected<Error> cannot_write() {
  if (first_error == 0) first_error = errno;
  return fail(ErrorCode::kIoError, "cannot write to standard output");
}

/// Bytes of a medium that are written at a time: of whole groups of base64.
constexpr std::size_t kBytesAtATime = std::size_t{3} << 14;

ByteSpan medium(const ToolResult& result, std::size_t index) {
  const std::size_t images = result.images.size();
  return (index < images ? result.images[index].data : result.documents[index - images].data)
      .bytes();
}

/// Beside the picture, of which its file may have the memory, its base64 is never held whole.
Result<void> write_slice(command::MediaSlice slice, const ToolResult& result) {
  const ByteSpan bytes = medium(result, slice.index);
  while (slice.size > 0) {
    const ByteSpan rest = bytes.subspan(slice.begin / 4 * 3);
    const std::string text = base64_encode(rest.first(std::min(rest.size(), kBytesAtATime)));
    const auto part = std::string_view(text).substr(slice.begin % 4, slice.size);
    if (const auto written = write_output(part); !written) return written;
    slice.begin += part.size();
    slice.size -= part.size();
  }
  return {};
}

}  // namespace

Json shown(const ToolResult& result) {
  Json json = to_json(result, MediaText::kEmpty);
  for (std::size_t i = 0; i < result.images.size(); ++i) {
    json["images"][i]["data"] = result.images[i].data.bytes().size();
  }
  for (std::size_t i = 0; i < result.documents.size(); ++i) {
    json["documents"][i]["data"] = result.documents[i].data.bytes().size();
  }
  return json;
}

std::string text_of(const command::Output& output, const ToolResult& result) {
  return output.text([&result](std::size_t index) { return base64_encode(medium(result, index)); });
}

Result<void> write_result(const command::Output& output, const ToolResult& result) {
  for (const command::Output::Piece& piece : output.pieces()) {
    const auto* text = std::get_if<std::string>(&piece);
    const auto written = text != nullptr
                             ? write_output(*text)
                             : write_slice(std::get<command::MediaSlice>(piece), result);
    if (!written) return written;
  }
  return {};
}

Result<void> write_output(std::string_view text) {
  const std::size_t written = std::fwrite(text.data(), 1, text.size(), stdout);
  if (written < text.size() || std::ferror(stdout) != 0) return cannot_write();
  return {};
}

Result<void> flush_output() {
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) return cannot_write();
  return {};
}

bool has_lost_reader() { return first_error == EPIPE; }

void write_message(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void complain(std::string_view message) { write_message(command::message_line(message)); }

}  // namespace lectern::cli
