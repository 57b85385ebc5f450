#include "documents/sheets/xlsx/chart_text.h"

#include <algorithm>

namespace lectern {
namespace {

class TextOfMarkdown final : public MarkdownSink {
 public:
  void append(std::string_view lines) override { text_ += lines; }
  void heading(unsigned, std::string_view) override {}
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

}  // namespace

ChartText read_chart(OfficePackage& package, const std::string& part) {
  const auto reader = package.xml(part);
  if (!reader) {
    package.warn(part, reader.error());
    return {};
  }
  return text_of_chart(read_chart(package, part, ***reader));
}

ChartText text_of_chart(const Chart& chart) {
  TextOfMarkdown sink;
  MarkdownWriter writer(sink);
  write_chart(chart, {}, writer);
  writer.finish();
  std::string text = sink.take();
  // The first line names it; the table stands below.
  const std::size_t line = std::min(text.find('\n'), text.size());
  std::string table = text.substr(line);
  while (table.starts_with('\n')) table.erase(0, 1);
  if (!table.empty()) table = "\n" + table + "\n";
  text.resize(line);
  return {std::move(text), std::move(table)};
}

}  // namespace lectern
