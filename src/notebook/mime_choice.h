// Which representations of an output are shown. An output carries the same thing in several MIME
// types; a model gets the picture and the most useful text, and the names of what neither covers.
#pragma once

#include <span>
#include <vector>

#include "notebook/model.h"

namespace lectern {

/// How a textual representation is turned into text.
enum class TextForm : std::uint8_t { kPlain, kJson, kHtml };

struct MimeChoice {
  std::vector<const MimeEntry*> images;  ///< the same picture, the best form first
  /// An SVG drawing of that picture: for when none of `images` can be used.
  const MimeEntry* drawing = nullptr;
  const MimeEntry* text = nullptr;  ///< null: no text
  TextForm text_form = TextForm::kPlain;
  /// A text/plain that names an object and says nothing of it: "<Figure size 640x480 with 1 Axes>".
  /// For when there is nothing else to show.
  const MimeEntry* object_name = nullptr;
  /// Types that nothing chosen stands for: widgets, plots, programs, drawings, unknown ones.
  std::vector<const MimeEntry*> named;
};

/// Chooses by the tables in mime_choice.cpp; a text that is empty only when there is no other.
/// Pointers point into `bundle`.
MimeChoice choose(std::span<const MimeEntry> bundle);

}  // namespace lectern
