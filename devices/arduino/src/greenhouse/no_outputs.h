// Replaces outputs.h in a client without outputs. It takes no memory, and the compiler removes it.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace greenhouse {

struct NoOutputs {
  static const bool kHasOutputs = false;

  // Replaces the pointer to outputs.
  struct Link {
    NoOutputs outputs() const { return NoOutputs(); }
  };

  struct Reader {
    static const size_t kMaxTokenLength = 16;
    void opened(uint8_t, bool) {}
    void named(uint8_t, const char*) {}
    void valued(uint8_t, const char*) {}
  };

  Reader reader() const { return Reader(); }
  void advance() {}
  int64_t dueInMs() { return 0; }
  int64_t overInMs() { return 0; }
  void sending() {}
  void sent() {}
  void take(const Reader&, bool, int64_t) {}
  template <class Out>
  void write(Out&) const {}
};

}  // namespace greenhouse
