// read_cpp FILE: what a model is given for a file, through the C++ interface.
#include <lectern.h>

#include <cstdio>
#include <fstream>
#include <iterator>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  std::ifstream stream(argv[1], std::ios::binary);
  // The result may view into the bytes: they outlive it.
  const lectern::ByteVector bytes{std::istreambuf_iterator<char>(stream), {}};
  lectern::ReadRequest request;
  request.file_path = argv[1];
  lectern::ReadOptions options;
  options.provider = lectern::Provider::kAnthropic;

  const lectern::ToolResult result = lectern::read(bytes, request, options);
  std::puts(result.content.c_str());
  for (const lectern::ImageContent& image : result.images) {
    std::printf("%s, %zu bytes\n", image.mime_type.c_str(), image.data.bytes().size());
  }
  return result.success ? 0 : 1;
}
