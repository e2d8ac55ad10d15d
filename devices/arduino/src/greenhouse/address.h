// Parses the URL of the backend.

#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

namespace greenhouse {

struct Address {
  bool isSecure = true;
  uint16_t port = 443;
  char host[96] = {};
  const char* path = "/";

  // Returns whether readings may be sent to the URL: HTTPS, or HTTP within the local network.
  bool parse(const char* url) {
    isSecure = strncmp(url, "https://", 8) == 0;
    if (!isSecure && strncmp(url, "http://", 7) != 0) return false;
    const char* rest = url + (isSecure ? 8 : 7);
    const size_t length = strcspn(rest, ":/");
    if (length == 0 || length >= sizeof host) return false;
    memcpy(host, rest, length);
    host[length] = 0;
    rest += length;
    port = isSecure ? 443 : 80;
    if (*rest == ':') {
      char* end;
      port = static_cast<uint16_t>(strtoul(rest + 1, &end, 10));
      rest = end;
    }
    if (*rest != 0) path = rest;
    return port != 0 && *path == '/' && (isSecure || isLocal());
  }

 private:
  bool isLocal() const {
    const size_t length = strlen(host);
    if (strcmp(host, "localhost") == 0) return true;
    if (length > 6 && strcmp(host + length - 6, ".local") == 0) return true;
    if (strspn(host, "0123456789.") != length) return false;
    const int second = strncmp(host, "172.", 4) == 0 ? atoi(host + 4) : 0;
    return strncmp(host, "127.", 4) == 0 || strncmp(host, "10.", 3) == 0 ||
           strncmp(host, "192.168.", 8) == 0 || (second >= 16 && second <= 31);
  }
};

}  // namespace greenhouse
