// What all parts of a Word document share: styles, lists, notes, comments, counts.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documents/document_pictures.h"
#include "documents/office_package.h"
#include "documents/text/text_document.h"
#include "documents/word/word_numbering.h"
#include "documents/word/word_styles.h"

namespace lectern {

struct WordComment {
  std::string author;
  std::string text;  ///< Markdown on one line
  std::string paragraph_id;
  std::string parent;  ///< paragraph of the comment that this one answers
  bool is_resolved = false;
  bool is_shown = false;
};

struct WordNote {
  std::string markdown;
  std::uint64_t number = 0;  ///< 0 before it is first referred to
};

struct WordDocument : TextDocument {
  WordDocument(const ReadContext& read_context, OfficePackage& office_package)
      : TextDocument(read_context, office_package), package(office_package) {}

  OfficePackage& package;
  WordStyles styles;
  WordNumbering numbering;
  std::map<std::string, WordNote, std::less<>> footnotes;
  std::map<std::string, WordNote, std::less<>> endnotes;
  std::map<std::string, WordComment, std::less<>> comments;
  /// Comments by the paragraph of the one that they answer.
  std::multimap<std::string, std::string, std::less<>> replies;
  std::uint64_t held_bytes = 0;  ///< of notes and comments
};

/// Reads what stands beside the text of `part`: styles, lists, notes, comments. What is damaged is
/// a warning.
void read_word_companions(WordDocument& document, std::string_view part,
                          const Relationships& relationships);

/// "[Comment by Ann: ...][Reply by Bob: ...]" for a comment; "" when there is none of that id.
std::string word_comment_mark(WordDocument& document, std::string_view id, bool is_answer = false);

/// Headers or footers, each once, as blocks. \param kind  "header" or "footer".
void write_word_headers(WordDocument& document, const Relationships& relationships,
                        std::string_view kind, MarkdownWriter& writer);

}  // namespace lectern
