// The order in which a person reads the shapes of a slide.
#pragma once

#include <vector>

#include "documents/slides/slide_model.h"

namespace lectern {

/// Puts shapes into reading order: titles first, then by their places. Where the shapes stand in
/// columns, each column is read to its end before the next; what spans the columns divides them. A
/// group stays together. Shapes without a place keep theirs behind the others.
void sort_for_reading(std::vector<SlideShape>& shapes);

}  // namespace lectern
