#include "notebook/render.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "notebook/budget.h"
#include "notebook/cell_pictures.h"
#include "notebook/embedded_picture.h"
#include "notebook/fences.h"
#include "notebook/json_text.h"
#include "notebook/mime_choice.h"
#include "notebook/output_text.h"
#include "notebook/parse.h"
#include "notebook/picture.h"
#include "notebook/terminal_text.h"
#include "text/utf8.h"

namespace lectern {
namespace {

/// Room that one error gets when the outputs before it have used the budget up.
constexpr std::uint64_t kErrorChars = 2000;
/// Outputs of a cell that are looked at, where those of one stream in a row are one. No program
/// writes as many, and a packed file has more for nothing.
constexpr std::uint64_t kMostOutputs = 50'000;

/// `language` as the info string of a fence, or "" when it cannot be one.
std::string fence_language(std::string_view language) {
  if (language == "unknown") return "";
  const bool fits = std::all_of(language.begin(), language.end(), [](char c) {
    return c > ' ' && c != '`' && c != '~' && static_cast<unsigned char>(c) < 0x7F;
  });
  return fits ? ascii_lower(language) : "";
}

class CellRenderer {
 public:
  CellRenderer(std::uint64_t number, const Cell& cell, const RenderSettings& settings,
               const PicturesSoFar& so_far)
      : number_(number),
        cell_(cell),
        settings_(settings),
        pictures_(number, settings, so_far, rendered_) {}

  RenderedCell render() {
    heading();
    if (cell_.json_kind != JsonKind::kObject) {
      line({"[Damaged cell: expected an object but found {}]", to_string(cell_.json_kind)});
      return std::move(rendered_);
    }
    source();
    damage("attachments", cell_.attachments, JsonKind::kObject);
    hand_over();
    if (settings_.options.notebook.outputs == NotebookOutputs::kNone) {
      outputs_left_out();
    } else {
      outputs();
    }
    return std::move(rendered_);
  }

 private:
  void line(const Message& text) {
    append_to(rendered_.text, text);
    rendered_.text += '\n';
  }

  void heading() {
    std::string text = compose({"\n## Cell {} [{}]", number_, kind_name(cell_)});
    if (!cell_.id.empty()) append_to(text, {" id={}", cell_.id});
    line(text);
  }

  void source() {
    std::string text = text_of(cell_.source, settings_.join);
    normalize_line_ends(text);
    if (cell_.type == "markdown") embedded_ = take_embedded_pictures(text);
    const std::string_view whole = without_final_newlines(text);
    const std::string_view shown =
        whole.substr(0, utf8_prefix_size(whole, settings_.max_source_chars));
    rendered_.source_chars = utf8_length(whole);
    rendered_.source_is_cut = shown.size() < whole.size();
    if (cell_.execution_count) line({"In [{}]:", *cell_.execution_count});
    const bool is_heading = cell_.type == "heading";
    if (cell_.type == "code") {
      const bool own_language = settings_.language == "unknown" && !cell_.language.empty();
      fenced(shown, fence_language(own_language ? cell_.language : settings_.language));
      text_with_pictures("");
    } else if (looks_like_structure(shown)) {
      rendered_.is_guarded = true;
      fenced(shown, cell_.type == "markdown" ? "markdown" : "");
      text_with_pictures("");
    } else if (is_heading) {
      line({"{} {}", std::string(static_cast<std::size_t>(cell_.heading_level), '#'), shown});
      text_with_pictures("");
    } else {
      if (shown.empty()) line(shown);
      text_with_pictures(shown);
    }
    if (rendered_.source_is_cut) {
      line({"[Source cut: {more character} left out{}]",
            rendered_.source_chars - settings_.max_source_chars, call_for_all(number_)});
    }
  }

  void fenced(std::string_view text, const std::string& info) {
    std::string fence = fence_for(text);
    if (settings_.take != nullptr) fence.resize(std::min(fence.size(), kMostFenceChars));
    line(fence + info);
    line(text);
    line(fence);
  }

  /// A text with each picture after the line where it stands, or that refers to the attachment;
  /// attachments to which nothing refers come last.
  void text_with_pictures(std::string_view text) {
    const Attachments attachments = attachments_of(cell_);
    const auto order = placed(attachments.all, text);
    BudgetedText notes(rendered_.text, settings_.max_output_chars);
    std::size_t written = 0;
    const auto write_line_at = [&](std::size_t offset) {
      if (offset < written || written >= text.size()) return;
      const std::size_t end = std::min(text.find('\n', offset), text.size());
      line(text.substr(written, end - written));
      written = end + 1;
    };
    auto next = order.begin();
    const auto attachments_before = [&](std::size_t offset) {
      for (; next != order.end() && next->first < offset; ++next) {
        write_line_at(next->first);
        attachment(attachments.all[next->second], notes);
      }
    };
    for (const EmbeddedPicture& each : embedded_) {
      attachments_before(each.offset);
      write_line_at(each.offset);
      pictures_.add(each, notes);
    }
    attachments_before(text.size());
    write_line_at(text.size());
    attachments_before(std::string_view::npos);
    if (attachments.left_out > 0) {
      notes.append_note({"[{more attachment} not shown]", attachments.left_out});
    }
    if (notes.chars_left_out() > 0) {
      line({"[{,} more characters on attachments]", notes.chars_left_out()});
      note_cut();
    }
  }

  /// For each attachment where `text` refers to it and its index, by place.
  static std::vector<std::pair<std::size_t, std::size_t>> placed(const std::vector<Attachment>& all,
                                                                 std::string_view text) {
    // A text may refer again and again to what begins like a long name.
    constexpr std::uint64_t kStepsPerByte = 64;
    constexpr std::uint64_t kFreeSteps = 1'000'000;
    std::uint64_t steps = kFreeSteps + kStepsPerByte * text.size();
    std::vector<std::pair<std::size_t, std::size_t>> order;
    for (std::size_t i = 0; i < all.size(); ++i) {
      const std::size_t offset = find_reference(text, all[i].name, steps);
      auto at = order.begin();
      while (at != order.end() && at->first <= offset) ++at;
      order.insert(at, {offset, i});
    }
    return order;
  }

  void attachment(const Attachment& attachment, BudgetedText& notes) {
    const std::string name = clean_label(attachment.name);
    const MimeChoice choice = choose(attachment.data);
    if (!choice.images.empty()) {
      pictures_.add(choice, notes, compose({" attachment {}", name}));
      return;
    }
    std::string what = "no data";
    if (!attachment.data.empty()) {
      what = size_note(attachment.data[0].type, attachment.data[0].value.raw.size());
    }
    notes.append_note({"[Attachment {}: {}]", name, what});
  }

  /// Says so when a member of the cell is of the wrong kind.
  void damage(std::string_view name, JsonValue value, JsonKind expected) {
    if (value.kind == expected || value.kind == JsonKind::kNull) return;
    line({"[Damaged {}: expected {} but found {}]", name, to_string(expected),
          to_string(value.kind)});
  }

  void outputs_left_out() {
    damage("outputs", cell_.outputs, JsonKind::kArray);
    std::uint64_t count = 0;
    for_each_output(cell_, [&count](const Output&) { ++count; });
    if (count == 0) return;
    line({"\n[{output} left out: {}]", count, human_size(cell_.outputs.raw.size())});
  }

  void outputs() {
    damage("outputs", cell_.outputs, JsonKind::kArray);
    BudgetedText out(rendered_.text, output_chars());
    if (settings_.take != nullptr) out.take_all();
    bool any = false;
    bool error_room_given = false;
    for_each_output(cell_, [&](const Output& output) {
      if (!any) line("\n**Output:**");
      any = true;
      if (output.kind == OutputKind::kStream) {
        add_to_stream(output, out);
        return;
      }
      flush_stream(out);
      after_stderr_ = false;
      if (!takes_output()) return;
      if (output.kind == OutputKind::kError && !error_room_given) {
        out.reserve(kErrorChars);
        error_room_given = true;
        rendered_.reserved_chars = kErrorChars;
      }
      one_output(output, out);
      hand_over();
    });
    flush_stream(out);
    if (out.has_fenced()) rendered_.is_guarded = true;
    rendered_.output_chars = out.chars_shown();
    if (output_count_ > most_outputs()) {
      line({"[{more output} not shown{}]", output_count_ - most_outputs(), call_for_all(number_)});
      rendered_.is_cut = true;
    }
    if (out.chars_left_out() > 0) cut_note(out);
    hand_over();
  }

  /// Characters that outputs may have. Where the room of the cell bounds them, a read of this cell
  /// alone would show no more.
  std::uint64_t output_chars() {
    constexpr std::uint64_t kFrameChars = 200;  // the heading of outputs, fences, notes of cuts
    if (settings_.room == kUnlimited) return settings_.max_output_chars;
    const std::uint64_t before = utf8_length(rendered_.text) + kFrameChars;
    if (before > settings_.room / 2) return settings_.max_output_chars;
    const std::uint64_t left = settings_.room - before;
    if (left < settings_.max_output_chars) is_alone_ = true;
    return std::min(left, settings_.max_output_chars);
  }

  std::uint64_t most_outputs() const {
    return settings_.take == nullptr ? kMostOutputs : kUnlimited;
  }
  bool takes_output() { return ++output_count_ <= most_outputs(); }

  /// Gives what is rendered so far to who takes it piece by piece.
  void hand_over() {
    if (settings_.take == nullptr) return;
    (*settings_.take)(rendered_.text);
    rendered_.text.clear();
  }

  /// Consecutive outputs of one stream are one text: progress bars go on from one to the next.
  void add_to_stream(const Output& output, BudgetedText& out) {
    if (stream_name_ != output.stream) flush_stream(out);
    stream_name_ = output.stream;
    append_text(output.text, stream_, settings_.join);
  }

  void flush_stream(BudgetedText& out) {
    if (stream_.empty()) return;
    std::string stream = std::exchange(stream_, {});
    if (!takes_output()) return;
    const std::string text = terminal_text(std::exchange(stream, {}));
    const std::string_view shown = without_final_newlines(text);
    if (shown.empty()) return;
    const bool is_stderr = stream_name_ == "stderr";
    if (is_stderr) out.append_note("[stderr]");
    if (!is_stderr && after_stderr_) out.append_note("[stdout]");
    after_stderr_ = is_stderr;
    out.append_block(shown);
    hand_over();
  }

  void one_output(const Output& output, BudgetedText& out) {
    switch (output.kind) {
      case OutputKind::kError:
        error(output, out);
        break;
      case OutputKind::kData:
        data(output, out);
        break;
      default:
        out.append_note({"[Unknown output type: {}]",
                         output.type.empty() ? std::string_view("none") : output.type});
    }
  }

  void error(const Output& output, BudgetedText& out) {
    const std::string text = error_text(output);
    out.append_block(without_final_newlines(text));
  }

  void data(const Output& output, BudgetedText& out) {
    const MimeChoice choice = choose(output.data);
    if (output.data.empty()) out.append_note("[Output without data]");
    std::vector<EmbeddedPicture> embedded;
    const std::string text = data_text(choice, settings_.join, out.left(), embedded);
    const std::string_view shown = without_final_newlines(text);
    if (!shown.empty()) out.append_block(shown);
    bool has_picture = pictures_.add(choice, out, "");
    for (const EmbeddedPicture& each : embedded) {
      if (pictures_.add(each, out)) has_picture = true;
    }
    if (shown.empty() && !has_picture) instead_of_data(choice, out);
    for (const MimeEntry* entry : choice.named) {
      out.append_note({"[Not shown: {}]", size_note(entry->type, entry->value.raw.size())});
    }
    if (output.data_entries_left_out > 0) {
      out.append_note({"[Not shown: {more type}]", output.data_entries_left_out});
    }
  }

  /// What stands for data without a picture that can be shown and without text.
  void instead_of_data(const MimeChoice& choice, BudgetedText& out) {
    if (choice.object_name) {
      out.append_block(without_final_newlines(terminal_text(text_of(choice.object_name->value))));
    } else if (choice.text) {
      out.append_note({"[Not shown: {}, holds no text]",
                       size_note(choice.text->type, choice.text->value.raw.size())});
    }
  }

  void cut_note(const BudgetedText& out) {
    std::string text = compose({"[Output cut: {more character} left out", out.chars_left_out()});
    if (!is_alone_) {
      append_to(text, {"; cells={} shows more", number_});
    } else if (settings_.take == nullptr) {
      text += call_for_all(number_);
    }
    line({"{}]", text});
    note_cut();
  }

  void note_cut() {
    rendered_.is_cut = true;
    rendered_.alone_shows_more = !is_alone_;
  }

  std::uint64_t number_;
  const Cell& cell_;
  const RenderSettings& settings_;
  RenderedCell rendered_;
  CellPictures pictures_;
  std::vector<EmbeddedPicture> embedded_;
  std::string stream_;
  std::string stream_name_;
  bool after_stderr_ = false;
  bool is_alone_ = settings_.is_only_cell;
  std::uint64_t output_count_ = 0;
};

}  // namespace

std::string call_for_all(std::uint64_t number) {
  return compose({"; cells={}, offset=1 shows all", number});
}

RenderedCell render_cell(std::uint64_t number, const Cell& cell, const RenderSettings& settings,
                         const PicturesSoFar& so_far) {
  return CellRenderer(number, cell, settings, so_far).render();
}

}  // namespace lectern
