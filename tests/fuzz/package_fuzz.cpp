// Fuzzes packages: the first line is the path of a member, the rest the archive. A listing or a
// member is a result that keeps the contract, the same one however the file is cut into pieces and
// whether or not its size is known, and with the notes of an earlier read, and unpacks no more than
// the limit.
#include <algorithm>
#include <cstdlib>

#include "read/json.h"
#include "read/reading.h"
#include "text/utf8.h"

namespace {

using namespace lectern;

/// The piece that tells what a file is.
constexpr std::size_t kHeadBytes = std::size_t{64} << 10;

struct Cut {
  std::size_t piece_bytes;
  bool knows_size;
};

std::string read_cut(ByteSpan bytes, Cut cut, const ReadRequest& request,
                     const ReadOptions& options, ByteVector* notes = nullptr) {
  FileKnowledge known;
  if (notes != nullptr) known.notes = *notes;
  if (cut.knows_size) known.size_bytes = bytes.size();
  FileReading reading(request, options, known);
  // Each layer may go back to its start a few times.
  std::uint64_t left = 1'000 * (bytes.size() / cut.piece_bytes + 1'000);
  while (reading.question().kind != Question::Kind::kDone) {
    if (left-- == 0) std::abort();
    const Question question = reading.question();
    if (question.kind != Question::Kind::kBytes) {
      reading.decline("");
      continue;
    }
    if (question.from >= question.to) std::abort();
    if (cut.knows_size && question.to > bytes.size()) std::abort();
    const std::size_t from = std::min<std::size_t>(question.from, bytes.size());
    const std::size_t size = std::min<std::uint64_t>(
        {question.to - question.from, cut.piece_bytes, bytes.size() - from});
    const std::span<std::uint8_t> room = reading.room(std::max<std::size_t>(size, 1));
    if (room.empty()) std::abort();
    std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(from), size, room.begin());
    reading.give(size, size == 0 || (cut.knows_size && from + size == bytes.size()));
  }
  if (notes != nullptr) *notes = reading.notes();
  const ToolResult result = reading.take_result();
  if (result.success == result.error.has_value()) std::abort();
  if (result.content.empty() || !is_valid_utf8(as_bytes(result.content))) std::abort();
  if (result.error && result.error->code == ErrorCode::kInternal) std::abort();
  // Nothing of a listing can end a line or send commands to a terminal.
  if (result.content_type == ContentType::kArchive && result.success &&
      result.content.find_first_of("\r\x1b\x7f") != std::string::npos) {
    std::abort();
  }
  return to_json_text(result);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteSpan all(data, size);
  const std::size_t line = std::min(as_chars(all).find('\n'), all.size());
  ReadOptions options;
  options.limits.max_inflated_bytes = 4'000'000;
  options.limits.max_members = 1'000;
  options.limits.max_decoded_bytes = 16'000'000;
  options.limits.max_pixels = 250'000;
  options.limits.max_content_chars = 4'000;
  options.host.member = as_chars(all.first(line));
  if (!is_valid_utf8(as_bytes(options.host.member))) return 0;
  ReadRequest request;
  request.file_path = "a.zip";
  if (!options.host.member.empty()) request.file_path += "/" + options.host.member;
  if (size % 3 == 1) request.depth = 1;
  const ByteSpan bytes = all.subspan(std::min(line + 1, all.size()));
  if (bytes.empty()) return 0;
  ByteVector notes;
  const std::string expected = read_cut(bytes, {bytes.size(), true}, request, options, &notes);
  if (read_cut(bytes, {1 + bytes.size() / 7, true}, request, options, &notes) != expected)
    std::abort();
  // A refusal after the first piece does not know the size of what follows.
  if (bytes.size() > kHeadBytes) return 0;
  if (read_cut(bytes, {1 + bytes.size() / 5, false}, request, options) != expected) std::abort();
  return 0;
}
