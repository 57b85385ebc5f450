// Comments on slides: those of ECMA-376 part 1, 19.4, and the threaded ones that followed.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "documents/markdown/markdown_writer.h"
#include "documents/office_package.h"

namespace lectern {

class SlideComments {
 public:
  explicit SlideComments(OfficePackage& package) : package_(package) {}
  /// The parts with the authors' names.
  void read_authors(const std::string& part);
  /// Writes the comments of a part. \returns how many there are, with replies.
  std::uint64_t write(const std::string& part, MarkdownWriter& writer);

 private:
  OfficePackage& package_;
  std::map<std::string, std::string, std::less<>> authors_;
};

}  // namespace lectern
