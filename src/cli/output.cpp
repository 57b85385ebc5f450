#include "cli/output.h"

#include <cerrno>
#include <cstdio>

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
  return output.text([&result](std::size_t index) {
    const std::size_t images = result.images.size();
    const Media& media =
        index < images ? result.images[index].data : result.documents[index - images].data;
    return base64_encode(media.bytes());
  });
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
