// Writes requests straight into a connection. The body of a batch is written twice: first for its signature and length,
// then into the connection. So it takes no memory, however long it is.

#pragma once

#include <stddef.h>
#include <stdint.h>

#include "address.h"
#include "board_status.h"
#include "platform.h"
#include "reading.h"
#include "sha256.h"
#include "text.h"

namespace greenhouse {

// Computes the length and the signature of the written text.
class Digest : public Writer<Digest> {
 public:
  explicit Digest(const char* apiKey) : hmac_(apiKey) {}

  void put(char character) {
    hmac_.add(static_cast<uint8_t>(character));
    length_++;
  }

  uint32_t length() const { return length_; }
  // Call it once.
  void finish(char (&hex)[2 * Sha256::kDigest + 1]) { hmac_.finish(hex); }

 private:
  HmacSha256 hmac_;
  uint32_t length_ = 0;
};

// Sends the written text, in parts that are not too small for TLS.
class Connection : public Writer<Connection> {
 public:
  explicit Connection(Platform& platform) : platform_(platform) {}

  void put(char character) {
    buffer_[filled_++] = character;
    length_++;
    if (filled_ == sizeof buffer_) flush();
  }

  // Returns false if something could not be sent.
  bool flush() {
    isWhole_ = isWhole_ && (filled_ == 0 || platform_.send(buffer_, filled_));
    filled_ = 0;
    return isWhole_;
  }

  uint32_t length() const { return length_; }

 private:
  Platform& platform_;
  char buffer_[512];
  size_t filled_ = 0;
  uint32_t length_ = 0;
  bool isWhole_ = true;
};

template <class Out, class Outputs>
void writeEnvelope(Out& out, const char* uid, int64_t unixMs, const BoardStatus& board, const Outputs& outputs) {
  out.add("{\"uid\":\"").addEscaped(uid).add("\",\"timestamp\":").addInteger(unixMs);
  board.write(out);
  outputs.write(out);
}

// Writes a request without a reading: it shows that the board is alive, and reports its outputs.
template <class Out, class Outputs>
void writeSignOfLife(Out& out, const char* uid, int64_t unixMs, const BoardStatus& board, const Outputs& outputs) {
  writeEnvelope(out, uid, unixMs, board, outputs);
  out.add('}');
}

// `readings` has `bool next(Reading&)`. Readings without a date are skipped. @returns how many readings were written.
template <class Out, class Outputs, class Readings>
uint32_t writeBody(Out& out, const char* uid, int64_t unixMs, const BoardStatus& board, const Outputs& outputs,
                   Readings readings) {
  writeEnvelope(out, uid, unixMs, board, outputs);
  out.add(",\"readings\":[");
  uint32_t count = 0;
  for (Reading reading; readings.next(reading);) {
    if (!reading.isDated) continue;
    if (count++ > 0) out.add(',');
    out.add("{\"timestamp\":").addInteger(reading.timeMs);
    reading.values.forEach([&out](const char* name, float value) {
      out.add(",\"").add(name).add("\":").addNumber(value);
    });
    out.add('}');
  }
  out.add("]}");
  return count;
}

inline void writeRequestLine(Connection& out, const char* method, const Address& address) {
  out.add(method).add(' ').add(address.path).add(" HTTP/1.1\r\nHost: ").add(address.host).add(':');
  out.addInteger(address.port).add("\r\nConnection: close\r\n");
}

// Writes the head of a POST. Finishes the digest.
inline void writeHead(Connection& out, const Address& address, Digest& digest) {
  char signature[2 * Sha256::kDigest + 1];
  const uint32_t length = digest.length();
  digest.finish(signature);
  writeRequestLine(out, "POST", address);
  out.add("Content-Type: application/json\r\nContent-Length: ").addInteger(length);
  out.add("\r\nX-Signature: sha256=").add(signature).add("\r\n\r\n");
}

}  // namespace greenhouse
