// Writes the request that carries one reading.

#pragma once

#include <math.h>
#include <stdint.h>

#include "address.h"
#include "md5.h"
#include "text.h"

namespace greenhouse {

// NAN means that it was not measured; it is not sent.
struct Measurements {
  float temperature = NAN;  // °C
  float humidity = NAN;     // %
  float light = NAN;        // lux
  float battery = NAN;      // %
};

// One reading on its way. It keeps its key, and its timestamp once that was sent.
struct Reading {
  Measurements measurements;
  int64_t takenAt = 0;  // uptime
  uint32_t key[4] = {};
  int64_t timestamp = -1;
  bool isPerhapsStored = false;
  bool isCorrected = false;
};

class Request {
 public:
  Request(const Address& address, const char* uid, const char* apiKey, const Reading& reading) {
    writeBody(uid, apiKey, reading);
    writeHead(address, reading);
  }

  // False if the uid or the address is too long for the buffers.
  bool isWhole() const { return head_.isWhole() && body_.isWhole(); }
  const Text<384>& head() const { return head_; }
  const Text<512>& body() const { return body_; }

 private:
  void writeHead(const Address& address, const Reading& reading) {
    head_.add("POST ").add(address.path).add(" HTTP/1.1\r\nHost: ").add(address.host).add(':');
    head_.addInteger(address.port).add("\r\nContent-Type: application/json\r\nContent-Length: ");
    head_.addInteger(static_cast<int64_t>(body_.length())).add("\r\nIdempotency-Key: ");
    for (const uint32_t part : reading.key) {
      for (int shift = 28; shift >= 0; shift -= 4) head_.addHex(part >> shift);
    }
    head_.add("\r\nConnection: close\r\n\r\n");
  }

  void writeBody(const char* uid, const char* apiKey, const Reading& reading) {
    Text<21> timestamp;
    timestamp.addInteger(reading.timestamp);
    char signature[33];
    sign(apiKey, timestamp.get(), uid, signature);
    body_.add("{\"uid\":\"").addEscaped(uid);
    body_.add("\",\"timestamp\":\"").add(timestamp.get());
    body_.add("\",\"signature\":\"").add(signature).add('"');
    addMeasurement("temperature", reading.measurements.temperature);
    addMeasurement("humidity", reading.measurements.humidity);
    addMeasurement("light", reading.measurements.light);
    addMeasurement("battery", reading.measurements.battery);
    body_.add('}');
  }

  void addMeasurement(const char* name, float value) {
    // Broken sensors give what is no number; nothing in a greenhouse reaches a thousand million.
    if (!(fabsf(value) < 1e9f)) return;
    body_.add(",\"").add(name).add("\":").addNumber(value);
  }

  Text<384> head_;
  Text<512> body_;
};

}  // namespace greenhouse
