// What a result of text says besides its lines: what is missing and how to go on, for programs in
// `truncation`, for models in lines of their own (contract, section 4.1).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/tool_result.h"
#include "text/line_collector.h"

namespace lectern {

/// Why the text of a file may not be what its author wrote, "" when that is certain enough: a guess
/// of its encoding that is hardly sure, or bytes that no character stands for.
std::string encoding_doubt(const Metadata& metadata);

class TextNotes {
 public:
  /// \param metadata     of the text, its encoding set.
  /// \param total_lines  of the whole text; nullopt when nobody knows.
  TextNotes(const ReadRequest& request, const LineCollector& taken, const Metadata& metadata,
            std::optional<std::uint64_t> total_lines);

  /// Before the lines, with its line end; "" unless it was a search.
  const std::string& before() const { return before_; }
  /// After the lines, with a line end before each note.
  const std::string& after() const { return after_; }
  const std::string& short_result() const { return short_result_; }
  const std::optional<Truncation>& truncation() const { return truncation_; }
  const std::vector<std::string>& warnings() const { return warnings_; }

 private:
  void note(const Message& text);
  void search_notes();
  void cut_notes();
  void range_notes();
  void closing_note();
  std::string total_text() const;
  bool has_more_lines() const { return !total_lines_ || *total_lines_ > page_.last_line(); }

  const ReadRequest& request_;
  const LineCollector& taken_;
  const LinePage& page_;
  std::optional<std::uint64_t> total_lines_;
  std::vector<LineRange> remaining_;

  std::string before_;
  std::string after_;
  std::string short_result_;
  std::optional<Truncation> truncation_;
  std::vector<std::string> warnings_;
};

}  // namespace lectern
