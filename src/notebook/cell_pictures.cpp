#include "notebook/cell_pictures.h"

#include <utility>

#include "base/base64.h"
#include "base/bytes.h"
#include "base/format.h"
#include "base/sha256.h"
#include "image/fit/fit.h"
#include "notebook/picture.h"

namespace lectern {
namespace {

constexpr std::string_view kNoRoom = "no room beside the images before it";

std::uint64_t base64_bytes(const ImageContent& image) {
  return base64_size(image.data.bytes().size());
}

}  // namespace

std::string size_note(std::string_view type, std::size_t size_bytes) {
  return compose({"{}, {}", type.empty() ? "no type" : type, human_size(size_bytes)});
}

bool CellPictures::add(const MimeChoice& choice, BudgetedText& notes, const std::string& suffix) {
  for (const MimeEntry* entry : choice.images) {
    const std::string what = size_note(entry->type, picture_bytes(entry->value));
    const Delivery delivery = deliver(what, {entry->value, ""}, notes, suffix);
    if (delivery != Delivery::kUnusable) return delivery == Delivery::kDone;
  }
  if (const MimeEntry* drawing = choice.drawing) {
    notes.append_note(
        {"[Not shown: {}]{}", size_note(drawing->type, drawing->value.raw.size()), suffix});
  }
  return false;
}

bool CellPictures::add(const EmbeddedPicture& embedded, BudgetedText& notes) {
  const std::string what = size_note(embedded.mime_type, embedded.base64.size() / 4 * 3);
  if (embedded.mime_type == "image/svg+xml") {
    notes.append_note({"[Not shown: {}] in the text", what});
    return false;
  }
  return deliver(what, {JsonValue{}, embedded.base64}, notes, " in the text") == Delivery::kDone;
}

/// Delivers a picture, or says in a note why not.
CellPictures::Delivery CellPictures::deliver(const std::string& what, const Base64& base64,
                                             BudgetedText& notes, const std::string& suffix) {
  const ReadOptions& options = settings_.options;
  if (options.notebook.outputs != NotebookOutputs::kAll) {
    notes.append_note({"[Image left out: {}]{}", what, suffix});
    return Delivery::kLeftOut;
  }
  const auto no_room = [&](std::string_view why) {
    notes.append_note({"[Image not shown: {}, {}]{}", what, why, suffix});
    rendered_.lacks_pictures = true;
    return Delivery::kLeftOut;
  };
  if (so_far_.full) return no_room(kNoRoom);
  if (so_far_.count + rendered_.images.size() >= options.limits.max_images) {
    return no_room(compose({"a read gives at most {image}", options.limits.max_images}));
  }
  const ImageBudget& used = so_far_.used;
  const auto room = fit_limits(options, used.images, used.bytes);
  if (!room) return no_room(room.error().message);
  // A read that begins with this cell has room for the picture as it should be.
  ImageBudget alone = used;
  alone.bytes = 0;
  auto delivered = fitted(base64, settings_.is_first_cell ? used : alone);
  if (delivered && base64_bytes(delivered->image) > room->max_base64_bytes) return no_room(kNoRoom);
  if (delivered) {
    append(*std::move(delivered), suffix);
    return Delivery::kDone;
  }
  if (settings_.is_first_cell && used.bytes > 0 && fitted(base64, alone)) return no_room(kNoRoom);
  notes.append_note(
      {"[Image could not be used: {} ({})]{}", delivered.error().message, what, suffix});
  return Delivery::kUnusable;
}

/// Makes a picture fit beside what `used` holds.
Result<DeliveredImage> CellPictures::fitted(const Base64& base64, const ImageBudget& used) const {
  const bool is_text = base64.value.kind == JsonKind::kNull;
  const std::string_view text = is_text ? base64.text : base64.value.raw;
  // A value stays where it is in the file; a text of a cell is another each time.
  const char* const place = is_text ? nullptr : text.data();
  const std::string digest = is_text ? sha256_hex(as_bytes(text)) : std::string();
  for (const MadePicture& made : *so_far_.made) {
    if (made.place == place && made.digest == digest && made.used.images == used.images &&
        made.used.bytes == used.bytes)
      return made.image;
  }
  auto image = is_text ? picture_of_base64(text, settings_.options, used)
                       : picture_of(base64.value, settings_.options, used);
  // More are looked for no faster than they are made.
  constexpr std::size_t kMostMade = 64;
  if (so_far_.made->size() < kMostMade) so_far_.made->push_back({place, digest, used, image});
  return image;
}

void CellPictures::append(DeliveredImage delivered, const std::string& suffix) {
  ImageContent& image = delivered.image;
  image.cell = cell_;
  const std::size_t index = so_far_.count + rendered_.images.size() + 1;
  append_to(rendered_.text, {"[Image {}: {} {}", index, image.size, picture_name(image.mime_type)});
  if (delivered.changed && delivered.original.size != image.size) {
    append_to(rendered_.text, {", scaled from {}", delivered.original.size});
  }
  append_to(rendered_.text, {"]{}\n", suffix});
  so_far_.used.add(image);
  rendered_.images.push_back(std::move(image));
  rendered_.image_offsets.push_back(rendered_.text.size());
}

}  // namespace lectern
