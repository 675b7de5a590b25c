#include <tandem/cli/run.hpp>

int main(int argc, char** argv) { return tandem::run(argc, argv); }
