// libFuzzer's door to one of the readers: fuzz_urdf tests/fuzz/corpus/urdf -runs=1000000.

#include <fuzz/readers.hpp>

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const tandem::fuzz::Reader& reader = tandem::fuzz::reader_called(TANDEM_FUZZED);
  reader.read(std::string(reinterpret_cast<const char*>(data), size));
  return 0;
}
