#include "documents/rtf/rtf_reader.h"

#include <utility>

#include "base/message.h"
#include "documents/document_page.h"
#include "documents/rtf/rtf_document.h"
#include "documents/unpacked_work.h"

namespace lectern {
namespace {

/// What the groups and words of control of a text take. Characters that are written as numbers, as
/// all are of some languages, take less.
std::uint64_t work_of_marks(std::string_view rtf) {
  constexpr std::uint64_t kByteWork = 150;
  constexpr std::uint64_t kCharacterWork = 300;
  std::uint64_t work = 0;
  for (std::size_t at = 0; at < rtf.size(); ++at) {
    if (rtf[at] == '{') work += kMarkWork;
    if (rtf[at] != '\\') continue;
    ++at;
    const std::string_view rest = rtf.substr(at, 2);
    const bool is_character = rest.size() == 2 && rest[0] == 'u' &&
                              (rest[1] == '-' || (rest[1] >= '0' && rest[1] <= '9'));
    work += rest.starts_with('\'') ? kByteWork : is_character ? kCharacterWork : kMarkWork;
  }
  return work;
}

int hex_value(std::uint8_t c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Result<ByteVector> RtfPictures::picture(std::string_view key, std::uint64_t max_bytes, bool whole) {
  const PicturePlace place = picture_place(key);
  if (place.offset > file_.size() || place.bytes > file_.size() - place.offset)
    return fail(ErrorCode::kCorruptDocument, "it is not in the file");
  const ByteSpan data =
      file_.subspan(static_cast<std::size_t>(place.offset), static_cast<std::size_t>(place.bytes));
  const std::uint64_t size = key.ends_with('b') ? data.size() : data.size() / 2;
  if (whole && size > max_bytes)
    return fail(ErrorCode::kLimitExceeded, {"{byte}, at most {}", size, max_bytes});
  ByteVector bytes;
  bytes.reserve(static_cast<std::size_t>(std::min(size, max_bytes)));
  int high = -1;
  for (const std::uint8_t c : data) {
    if (bytes.size() >= max_bytes) break;
    if (key.ends_with('b')) {
      bytes.push_back(c);
      continue;
    }
    const int value = hex_value(c);
    if (value < 0) continue;
    if (high < 0) {
      high = value;
    } else {
      bytes.push_back(static_cast<std::uint8_t>(high * 16 + value));
      high = -1;
    }
  }
  return bytes;
}

Result<ToolResult> read_rtf(const ReadContext& context) {
  constexpr std::uint64_t kByteWork = 40;
  const std::string_view rtf = as_chars(context.bytes);
  if (context.is_unpacked) {
    WorkBudget work(context.options.limits);
    LECTERN_CHECK(pay_for_unpacked(context, rtf.size(), work_of_marks(rtf), work, kByteWork));
  }
  DocumentPage page(context);
  MarkdownWriter writer(page);
  RtfDocument document(context, writer);
  LECTERN_CHECK(document.read());
  writer.finish();
  DocumentInfo info;
  if (!document.title().empty()) info.title = document.title();
  if (!document.author().empty()) info.author = document.author();
  std::vector<std::string> warnings = document.take_warnings();
  document.review().finish(writer, info, warnings);
  writer.finish();
  return page.finish(std::move(info), std::move(warnings),
                     context.options.document.pictures ? &document.pictures() : nullptr);
}

}  // namespace lectern
