// Never connects, because there is no TLS here.

#pragma once

#include "WiFi.h"

namespace BearSSL {
struct X509List {
  explicit X509List(const char*) {}
};
}  // namespace BearSSL

class WiFiClientSecure : public WiFiClient {
 public:
  void setCACert(const char*) {}
  void setHandshakeTimeout(unsigned long) {}
  void setTrustAnchors(const BearSSL::X509List*) {}
  int connect(const char*, uint16_t) override { return 0; }
};
