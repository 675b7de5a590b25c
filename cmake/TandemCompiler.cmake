# Language, warnings and flags for our own code; ccache where it is there.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)  # or an installed program does not find libipopt
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O3 -DNDEBUG")

find_program(CCACHE ccache)
if(CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # The sloppiness is what ccache's manual asks for with precompiled headers.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${CCACHE})
endif()

# Flags of the public interface: whoever links tandem must see the same alignment of Eigen's types.
add_library(tandem_flags INTERFACE)
target_compile_features(tandem_flags INTERFACE cxx_std_20)
target_compile_definitions(tandem_flags INTERFACE EIGEN_MAX_ALIGN_BYTES=64)
if(TANDEM_ARCH AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|aarch64")
  target_compile_options(tandem_flags INTERFACE $<BUILD_INTERFACE:-march=${TANDEM_ARCH}>)
endif()
target_compile_options(tandem_flags INTERFACE -Wno-psabi)
# One arithmetic for all compilers: GCC fuses no product with a sum in ISO C++ unless it is told to, Clang does.
target_compile_options(tandem_flags INTERFACE $<$<CXX_COMPILER_ID:Clang,AppleClang>:-ffp-contract=off>)
if(TANDEM_SANITIZE)
  # The null and alignment checks make Eigen code compile 4-12 times slower and find nothing ASan does not; those of
  # objects' sizes, pointers' overflow and virtual tables cost 8 to 17 % of a file and find what ASan finds. At -O0 a
  # file takes a quarter of the time that it takes at -O1, which the hottest ask for (tandem_hot_when_sanitized).
  target_compile_options(tandem_flags INTERFACE -O0 -g1 -fno-omit-frame-pointer
                         -fsanitize=address,undefined -fno-sanitize=null,alignment,object-size,pointer-overflow,vptr
                         -fno-sanitize-recover=undefined)
  target_link_options(tandem_flags INTERFACE -fsanitize=address,undefined)
  target_compile_definitions(tandem_flags INTERFACE TANDEM_FEW_KERNELS)  # jet_kernel.hpp, stage_kernels.hpp
endif()

if(TANDEM_FUZZ)
  target_compile_options(tandem_flags INTERFACE -fsanitize=fuzzer-no-link -O1)
endif()
if(TANDEM_THREADS)
  target_compile_options(tandem_flags INTERFACE -fsanitize=thread -O1 -g1)
  target_link_options(tandem_flags INTERFACE -fsanitize=thread)
  target_compile_definitions(tandem_flags INTERFACE TANDEM_FEW_KERNELS)
endif()

# Flags of our own sources only.
add_library(tandem_warnings INTERFACE)
target_compile_options(tandem_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion
                       -Wnon-virtual-dtor -Woverloaded-virtual -Werror
                       $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized;-Wno-array-bounds>  # false alarms in Eigen, CppAD
                       # Which constants of other files a function's own one hides depends on what is compiled at once.
                       $<$<CXX_COMPILER_ID:Clang,AppleClang>:-Wno-shadow>)
# GCC collects its garbage every 100 MB, with each precompiled header walked anew: a tenth to a sixth of a batch's time.
# Where there is memory it may leave it, for 0.2 to 1.5 GB a compiler (docs/notes/compile-budget.md).
cmake_host_system_information(RESULT memory QUERY TOTAL_PHYSICAL_MEMORY)
cmake_host_system_information(RESULT processors QUERY NUMBER_OF_LOGICAL_CORES)
math(EXPR memory_of_one "${memory} / ${processors}")
if(memory_of_one GREATER_EQUAL 6000)
  target_compile_options(tandem_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=2000000>)
endif()
if(TANDEM_SANITIZE)
  # With -fsanitize GCC takes the AVX-512 headers' _mm512_undefined_pd for a mistake of ours (GCC bug 105593).
  target_compile_options(tandem_warnings INTERFACE $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
endif()

# In sanitized builds the tests wait for these files: they are optimised there as well.
function(tandem_hot_when_sanitized)
  if(TANDEM_SANITIZE)
    set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS -O1)
  endif()
endfunction()

# Hot loops are made of small functions on structures of three numbers: inlined all the way, they take 0.65 of the time
# (docs/notes/compile-budget.md). For the files of a folder that hold them, for the scalars of hot loops only.
function(tandem_hot_loops)
  if(TANDEM_SANITIZE)
    tandem_hot_when_sanitized(${ARGN})
    return()
  endif()
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS
    "$<$<CXX_COMPILER_ID:GNU>:--param=inline-unit-growth=1000;--param=large-function-growth=2000;--param=large-function-insns=20000;--param=max-inline-insns-single=2000;--param=max-inline-insns-auto=500;--param=large-stack-frame-growth=10000>;$<$<CXX_COMPILER_ID:Clang,AppleClang>:-mllvm;-inline-threshold=5000>")
endfunction()

# An interpreter jumps from each operation to the next: GCC merges these jumps into one unless told not to, and -O1, as
# in sanitized builds, is what it needs at least.
function(tandem_interpreter)
  set(optimised "")
  if(TANDEM_SANITIZE)
    set(optimised -O1)
  endif()
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON COMPILE_OPTIONS
    "${optimised};$<$<CXX_COMPILER_ID:GNU>:-fno-gcse;-fno-crossjumping>;$<$<CXX_COMPILER_ID:Clang>:-Wno-pass-failed>")
endfunction()

# Products and quotients of complex numbers by the textbook formulas, without the detour for infinities.
function(tandem_textbook_complex)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_PRECOMPILE_HEADERS ON
                              COMPILE_OPTIONS "$<$<CXX_COMPILER_ID:GNU>:-fcx-limited-range>")
endfunction()
