// Pictures of mails, by the part that has them.
#include <algorithm>
#include <charconv>

#include "base/format.h"
#include "base/message.h"
#include "documents/mail/mail_body.h"

namespace lectern {

std::string MailPictures::add(std::string_view body, std::string_view encoding) {
  entries_.push_back({body, std::string(encoding)});
  return compose({"part:{}", entries_.size() - 1});
}

Result<ByteVector> MailPictures::picture(std::string_view key, std::uint64_t max_bytes,
                                         bool whole) {
  std::size_t place = 0;
  key.remove_prefix(std::min<std::size_t>(key.size(), 5));
  std::from_chars(key.data(), key.data() + key.size(), place);
  if (place >= entries_.size()) return fail(ErrorCode::kCorruptDocument, "it is not in the mail");
  const Entry& entry = entries_[place];
  if (whole && entry.body.size() / 2 > max_bytes)
    return fail(ErrorCode::kLimitExceeded, {"it has more than {}", human_size(max_bytes)});
  // Enough for the start, in any encoding.
  const std::string_view body =
      whole ? entry.body
            : entry.body.substr(0, static_cast<std::size_t>(
                                       std::min<std::uint64_t>(entry.body.size(), max_bytes * 4)));
  const std::string bytes = transfer_decoded(body, entry.encoding);
  const ByteSpan span = as_bytes(std::string_view(bytes));
  return ByteVector(span.begin(), span.end());
}

}  // namespace lectern
