// What a read of a database shows: the map of all that it holds, the rows of one table, or those
// with words in them.
#pragma once

#include <memory>
#include <optional>

#include "base/request.h"
#include "base/tool_result.h"
#include "documents/database/tree_walk.h"

namespace lectern {

class DatabaseForm {
 public:
  DatabaseForm() = default;
  DatabaseForm(const DatabaseForm&) = delete;
  DatabaseForm& operator=(const DatabaseForm&) = delete;
  virtual ~DatabaseForm() = default;

  /// Goes on. kNeedsBytes: call it again once the pages have what they want.
  virtual TreeWalk::Step step() = 0;
  /// There when the form is done.
  std::optional<ToolResult>& result() { return result_; }

 protected:
  std::optional<ToolResult> result_;
};

/// \param request, options, pages  must outlive the form
std::unique_ptr<DatabaseForm> open_database_form(const ReadRequest& request,
                                                 const ReadOptions& options, DatabasePages& pages,
                                                 const DatabaseHeader& header);

}  // namespace lectern
