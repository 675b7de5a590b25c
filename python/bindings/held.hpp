#pragma once

#include "borders.hpp"

#include <memory>
#include <utility>

namespace tandem::python {

/// A Python object that the library may copy and let go in threads that do not hold the interpreter.
class Held {
 public:
  explicit Held(nb::object object)
      : object_(object.release().ptr(), [](PyObject* held) {
          const nb::gil_scoped_acquire interpreter;
          Py_DECREF(held);
        }) {}

  bool is_none() const { return object_.get() == Py_None; }
  nb::handle get() const { return object_.get(); }

 private:
  std::shared_ptr<PyObject> object_;
};

}  // namespace tandem::python
