// The pictures of one cell, delivered into what is rendered of it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "notebook/budget.h"
#include "notebook/embedded_picture.h"
#include "notebook/mime_choice.h"
#include "notebook/render.h"

namespace lectern {

/// "image/png, 12.3 KB"
std::string size_note(std::string_view type, std::size_t size_bytes);

/// Adds pictures to a RenderedCell, each behind a line that stands for it, or a note that says why
/// it is not there.
class CellPictures {
 public:
  /// \param rendered  gets lines, pictures and `lacks_pictures`; must outlive this, as `settings`.
  CellPictures(std::uint64_t cell, const RenderSettings& settings, const PicturesSoFar& so_far,
               RenderedCell& rendered)
      : cell_(cell), settings_(settings), so_far_(so_far), rendered_(rendered) {}

  /// Adds the first form of a picture that can be used. True when there was one.
  /// \param notes   takes what is said instead.
  /// \param suffix  of the line: " attachment a.png".
  bool add(const MimeChoice& choice, BudgetedText& notes, const std::string& suffix);
  /// The same for a picture that stood in a text.
  bool add(const EmbeddedPicture& embedded, BudgetedText& notes);

 private:
  enum class Delivery : std::uint8_t { kDone, kLeftOut, kUnusable };

  /// Base64 as a value of the notebook, or by itself when that is null.
  struct Base64 {
    JsonValue value;
    std::string_view text;
  };

  Delivery deliver(const std::string& what, const Base64& base64, BudgetedText& notes,
                   const std::string& suffix);
  Result<DeliveredImage> fitted(const Base64& base64, const ImageBudget& used) const;
  void append(DeliveredImage delivered, const std::string& suffix);

  std::uint64_t cell_;
  const RenderSettings& settings_;
  PicturesSoFar so_far_;
  RenderedCell& rendered_;
};

}  // namespace lectern
