#include "documents/mail/mailbox.h"

#include <algorithm>

namespace lectern {
namespace {

constexpr std::size_t kMaxMails = 1'000'000;

/// "12:30"
bool has_time(std::string_view line) {
  const auto is_digit = [line](std::size_t at) { return line[at] >= '0' && line[at] <= '9'; };
  for (std::size_t at = line.find(':'); at != line.npos; at = line.find(':', at + 1)) {
    if (at > 0 && at + 2 < line.size() && is_digit(at - 1) && is_digit(at + 1) && is_digit(at + 2))
      return true;
  }
  return false;
}

/// Whether a line of text may be the first one of a mail: a field, or what a box made of another
/// box's line.
bool begins_mail(std::string_view line) {
  const std::size_t colon = line.find(':');
  const std::string_view name = line.substr(0, colon);
  const std::size_t end = name.find_last_not_of(" \t");
  return line.starts_with(">From ") ||
         (colon != line.npos && end != name.npos && name.find_first_of(" \t") > end);
}

}  // namespace

std::vector<std::size_t> mails_of_box(std::string_view text) {
  std::vector<std::size_t> starts;
  if (text.starts_with("From ")) starts.push_back(0);
  for (std::size_t at = text.find("\nFrom "); at != text.npos && starts.size() < kMaxMails;
       at = text.find("\nFrom ", at + 1)) {
    const bool follows_blank = (at > 0 && text[at - 1] == '\n') ||
                               (at > 1 && text[at - 1] == '\r' && text[at - 2] == '\n');
    if (!follows_blank) continue;
    // "From somebody Mon Jan 1 ..." has a time in it. A line of a text is not followed by a field.
    const std::size_t end = std::min(text.find('\n', at + 6), text.size());
    const std::string_view line = text.substr(at + 6, end - at - 6);
    const std::string_view rest = text.substr(std::min(end + 1, text.size()));
    const std::string_view next = rest.substr(0, rest.find('\n'));
    const bool is_blank = next.empty() || next == "\r";
    if (is_blank ? has_time(line) : line.find(':') != line.npos && begins_mail(next))
      starts.push_back(at + 1);
  }
  // Text before the first one would be seen by nobody.
  const std::string_view before = text.substr(0, starts.empty() ? text.size() : starts[0]);
  if (before.find_first_not_of(" \t\r\n") != before.npos || (starts.empty() && !text.empty()))
    starts.insert(starts.begin(), 0);
  return starts;
}

}  // namespace lectern
