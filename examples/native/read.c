/* read_c FILE: the whole result of a read as JSON, through the C interface. */
#include <lectern_c.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  if (argc != 2 || lectern_abi_version() != LECTERN_ABI_VERSION) return 2;
  FILE* file = fopen(argv[1], "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) return 1;
  const size_t size = (size_t)ftell(file);
  uint8_t* bytes = lectern_alloc(size);
  rewind(file);
  if (bytes == NULL || fread(bytes, 1, size, file) != size) return 1;
  fclose(file);

  /* The name only tells what the file may be; a path would have to be written as a JSON string. */
  const char* request = "{\"file_path\":\"file\"}";
  char* result = lectern_read(bytes, size, request, strlen(request), NULL, 0, NULL);
  if (result == NULL) return 1;
  puts(result);
  lectern_free(result);
  lectern_free(bytes);
  return 0;
}
