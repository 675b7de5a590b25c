// What the precompiled header of the test programs is made with (tests/CMakeLists.txt); it holds nothing else.
