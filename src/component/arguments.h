// The parameters of a read as the JSON that the core checks: one set of messages for all hosts.
#pragma once

#include "component/records.h"
#include "read/json.h"

namespace lectern::component {

/// The parameters of `read`: too many to be handed over one by one, so the host stores them.
struct ReadParameters {
  Bytes bytes;
  ReadInput input;
  ReadOptions options;
};

// Under the names of the JavaScript surface; generated from schema/, as all in this file.
Json to_json(const PixelRegion& from);
Json to_json(const ReadInput& from);
Json to_json(const Limits& from);
Json to_json(const TextOptions& from);
Json to_json(const ImageOptions& from);
Json to_json(const NotebookOptions& from);
Json to_json(const PdfOptions& from);
Json to_json(const HostFacts& from);
Json to_json(const ReadOptions& from);

// Frees what the host stored.
void release(const ReadInput& from);
void release(const ReadOptions& from);

}  // namespace lectern::component
