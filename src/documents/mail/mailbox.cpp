#include "documents/mail/mailbox.h"

namespace lectern {
namespace {

constexpr std::size_t kMaxMails = 1'000'000;

}  // namespace

std::vector<std::size_t> mails_of_box(std::string_view text) {
  std::vector<std::size_t> starts;
  if (text.starts_with("From ")) starts.push_back(0);
  for (std::size_t at = text.find("\nFrom "); at != text.npos && starts.size() < kMaxMails;
       at = text.find("\nFrom ", at + 1)) {
    const bool follows_blank = (at > 0 && text[at - 1] == '\n') ||
                               (at > 1 && text[at - 1] == '\r' && text[at - 2] == '\n');
    // "From somebody Mon Jan 1 ..." has a time in it.
    const std::string_view line = text.substr(at + 6, text.find('\n', at + 6) - at - 6);
    if (follows_blank && line.find(':') != line.npos) starts.push_back(at + 1);
  }
  // Text before the first one would be seen by nobody.
  const std::string_view before = text.substr(0, starts.empty() ? text.size() : starts[0]);
  if (before.find_first_not_of(" \t\r\n") != before.npos || (starts.empty() && !text.empty()))
    starts.insert(starts.begin(), 0);
  return starts;
}

}  // namespace lectern
