#include "documents/slides/impress_masters.h"

#include <iterator>
#include <utility>

#include "documents/slides/impress_shapes.h"

namespace lectern {
namespace {

constexpr std::string_view kStyles = "styles.xml";
constexpr std::size_t kMaxMasters = 10'000;

void take_texts(std::vector<SlideShape>& shapes, SlideText& texts) {
  for (SlideShape& shape : shapes) {
    if (shape.is_hidden) continue;
    if (has_text(shape.text))
      std::move(shape.text.begin(), shape.text.end(), std::back_inserter(texts));
    take_texts(shape.children, texts);
  }
}

}  // namespace

std::map<std::string, ImpressMaster, std::less<>> read_impress_masters(OfficePackage& package) {
  std::map<std::string, ImpressMaster, std::less<>> masters;
  if (!package.has(kStyles)) return masters;
  const auto reader = package.xml(kStyles);
  if (!reader) {
    package.warn(kStyles, reader.error());
    return masters;
  }
  XmlReader& xml = ***reader;
  ImpressStyles styles;
  // One for all, so that its bounds hold for all.
  ImpressShapeReader shape_reader(xml, styles, package);
  std::map<std::string, SlideBox, std::less<>> sizes;
  std::string layout;
  while (xml.next() != XmlReader::Event::kDone) {
    if (xml.event() != XmlReader::Event::kStart) continue;
    if (xml.is(Xmlns::kOdfStyle, "page-layout")) {
      layout = xml.value("name");
    } else if (xml.is(Xmlns::kOdfStyle, "page-layout-properties")) {
      const auto side = [&xml](std::string_view name) {
        return odf_points(xml.attribute(Xmlns::kOdfFo, name).value_or(""));
      };
      if (sizes.size() < kMaxMasters)
        sizes.insert_or_assign(layout, SlideBox{0, 0, side("page-width"), side("page-height")});
    } else if (xml.is(Xmlns::kOdfStyle, "master-page") && masters.size() < kMaxMasters) {
      ImpressMaster& master = masters[std::string(xml.value("name"))];
      const auto size = sizes.find(xml.value("page-layout-name"));
      if (size != sizes.end() && size->second.width() > 0 && size->second.height() > 0)
        master.page = size->second;
      std::vector<SlideShape> shapes = shape_reader.read_master();
      take_texts(shapes, master.shown);
    } else if (xml.is(Xmlns::kOdfOffice, "styles")) {
      // Those of texts and lists that masters use are behind them.
      xml.skip();
    } else {
      styles.take(xml);
    }
  }
  if (shape_reader.is_cut())
    package.warn({"the master pages have too much on them: some is left out"});
  if (shape_reader.lost_links() > 0)
    package.warn({"the master pages: {target} of links left out, which have more than {,} bytes",
                  shape_reader.lost_links(), kMostImpressLinkBytes});
  if (xml.error()) package.warn(kStyles, *xml.error());
  return masters;
}

}  // namespace lectern
