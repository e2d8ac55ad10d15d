// The MD5 digest of texts that are added one after the other. RFC 1321.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace greenhouse {

class Md5 {
 public:
  void add(const char* text) { add(text, strlen(text)); }

  void add(const char* data, size_t length) {
    for (size_t i = 0; i < length; i++) addByte(static_cast<uint8_t>(data[i]));
  }

  // Ends the digest and writes it as 32 hexadecimal digits and a zero.
  void finish(char (&hex)[33]) {
    const uint64_t bits = length_ * 8;
    addByte(0x80);
    while (length_ % 64 != 56) addByte(0);
    for (int i = 0; i < 8; i++) addByte(static_cast<uint8_t>(bits >> (8 * i)));
    static const char kDigits[] = "0123456789abcdef";
    for (int i = 0; i < 16; i++) {
      const uint8_t byte = static_cast<uint8_t>(state_[i / 4] >> (8 * (i % 4)));
      hex[2 * i] = kDigits[byte >> 4];
      hex[2 * i + 1] = kDigits[byte & 15];
    }
    hex[32] = 0;
  }

 private:
  void addByte(uint8_t byte) {
    block_[length_++ % 64] = byte;
    if (length_ % 64 == 0) mixBlock();
  }

  void mixBlock() {
    // The whole part of 2^32 * abs(sin(i + 1)).
    static const uint32_t kSines[64] = {
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
        0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
        0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
        0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
        0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
        0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
        0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
        0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
        0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
        0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
        0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
    };
    static const uint8_t kShifts[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint32_t a = state_[0], b = state_[1], c = state_[2], d = state_[3];
    for (int i = 0; i < 64; i++) {
      uint32_t mixed;
      int index;
      switch (i / 16) {
        case 0: mixed = (b & c) | (~b & d); index = i; break;
        case 1: mixed = (d & b) | (~d & c); index = (5 * i + 1) % 16; break;
        case 2: mixed = b ^ c ^ d; index = (3 * i + 5) % 16; break;
        default: mixed = c ^ (b | ~d); index = (7 * i) % 16;
      }
      const uint32_t total = a + mixed + kSines[i] + wordAt(index);
      const int shift = kShifts[4 * (i / 16) + i % 4];
      a = d;
      d = c;
      c = b;
      b += (total << shift) | (total >> (32 - shift));
    }
    state_[0] += a;
    state_[1] += b;
    state_[2] += c;
    state_[3] += d;
  }

  uint32_t wordAt(int index) const {
    const uint8_t* at = block_ + 4 * index;
    return static_cast<uint32_t>(at[0]) | static_cast<uint32_t>(at[1]) << 8 |
           static_cast<uint32_t>(at[2]) << 16 | static_cast<uint32_t>(at[3]) << 24;
  }

  uint32_t state_[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  uint8_t block_[64] = {};
  uint64_t length_ = 0;
};

// The signature of a reading: MD5 of the key, the timestamp's text and the uid, in hexadecimal.
inline void sign(const char* apiKey, const char* timestamp, const char* uid, char (&hex)[33]) {
  Md5 md5;
  md5.add(apiKey);
  md5.add(timestamp);
  md5.add(uid);
  md5.finish(hex);
}

}  // namespace greenhouse
