// The words of a mail's text, which tell whether two forms of it say the same.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "documents/html/html_tree_builder.h"
#include "documents/markdown/markdown_writer.h"

namespace lectern {

/// Case, marks and blanks do not count.
class MailWords final : HtmlTreeSink {
 public:
  void add_plain(std::string_view text);
  void add_page(std::string_view html);

  /// Whether it has more words than are compared, each of which takes 16 bytes.
  bool is_long() const;
  /// Of the text, without those of addresses.
  std::uint64_t count() const { return count_of(said_); }
  struct Missing {
    std::uint64_t words = 0;
    std::uint64_t links = 0;
  };
  /// What `other` does not have.
  Missing missing_in(const MailWords& other) const;

 private:
  static std::uint64_t count_of(std::string_view words);
  bool start(const HtmlTree& tree, HtmlNodeId element) override;
  void end(const HtmlTree& tree, HtmlNodeId element) override;
  void text(std::string_view text) override;

  // Words with a blank behind each, in lower case.
  std::string said_;
  std::string links_;           ///< one a line
  std::set<const char*> seen_;  ///< where long values of attributes stand
  std::string aside_;  ///< what another form may say: addresses in plain text and of pictures
};

/// What a form of a text says beside the form that is shown.
struct FormDifference {
  /// \param type  of the form: "text/html".
  FormDifference(const MailWords& form, const MailWords& shown, std::string_view type);

  std::string note;        ///< a mark without its end; "" when there is nothing to say
  std::string warning;     ///< "" when it says much the same
  bool has_words = false;  ///< that are not shown
  bool is_other = false;   ///< it is another text
};

/// Puts it behind the form that is shown.
void write_difference(MarkdownWriter& writer, const FormDifference& difference,
                      std::vector<std::string>& warnings);

}  // namespace lectern
