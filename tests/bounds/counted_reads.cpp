// For each line of standard input, forks a process that runs the command line program with the
// words of the line (tabs separate them) or, for an empty line, ends at once. Writes the number of
// the process when it has ended.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

/// main() of src/cli/main.cpp.
int command_main(int argc, char** argv);

namespace {

std::vector<char*> words_of(std::string& line) {
  std::vector<char*> words = {line.data()};
  for (char& character : line) {
    if (character != '\t') continue;
    character = '\0';
    words.push_back(&character + 1);
  }
  return words;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const pid_t child = fork();
    if (child < 0) return EXIT_FAILURE;
    if (child == 0) {
      // Its exit would rewind a file there for this process too.
      close(STDIN_FILENO);
      if (line.empty()) std::exit(EXIT_SUCCESS);
      auto words = words_of(line);
      const bool is_silent = std::freopen("/dev/null", "w", stdout) != nullptr &&
                             std::freopen("/dev/null", "w", stderr) != nullptr;
      std::exit(is_silent ? command_main(static_cast<int>(words.size()), words.data())
                          : EXIT_FAILURE);
    }
    if (waitpid(child, nullptr, 0) != child) return EXIT_FAILURE;
    std::printf("%d\n", static_cast<int>(child));
    std::fflush(stdout);
  }
}
