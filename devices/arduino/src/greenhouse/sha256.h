// SHA-256 (FIPS 180-4) and HMAC-SHA256 (RFC 2104) of a sequence of bytes.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

namespace greenhouse {

class Sha256 {
 public:
  static const size_t kBlock = 64;
  static const size_t kDigest = 32;

  void add(const uint8_t* data, size_t length) {
    for (size_t i = 0; i < length; i++) add(data[i]);
  }

  void add(uint8_t byte) {
    block_[length_++ % kBlock] = byte;
    if (length_ % kBlock == 0) mixBlock();
  }

  void finish(uint8_t (&digest)[kDigest]) {
    const uint64_t bits = length_ * 8;
    add(0x80);
    while (length_ % kBlock != 56) add(0);
    for (int shift = 56; shift >= 0; shift -= 8) add(static_cast<uint8_t>(bits >> shift));
    for (size_t i = 0; i < kDigest; i++) {
      digest[i] = static_cast<uint8_t>(state_[i / 4] >> (24 - 8 * (i % 4)));
    }
  }

 private:
  static uint32_t turn(uint32_t word, int count) { return word >> count | word << (32 - count); }

  void mixBlock() {
    // The first 32 bits of the fractional parts of the cube roots of the first 64 primes (FIPS 180-4).
    static const uint32_t kRoots[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
        0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
        0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
        0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
        0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
        0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };
    // The schedule needs only the last 16 words.
    uint32_t words[16];
    for (int i = 0; i < 16; i++) {
      const uint8_t* at = block_ + 4 * i;
      words[i] = static_cast<uint32_t>(at[0]) << 24 | static_cast<uint32_t>(at[1]) << 16 |
                 static_cast<uint32_t>(at[2]) << 8 | static_cast<uint32_t>(at[3]);
    }
    uint32_t s[8];
    memcpy(s, state_, sizeof s);
    for (int i = 0; i < 64; i++) {
      uint32_t& word = words[i % 16];
      if (i >= 16) {
        const uint32_t old = words[(i + 1) % 16], recent = words[(i + 14) % 16];
        word += (turn(old, 7) ^ turn(old, 18) ^ old >> 3) + words[(i + 9) % 16] +
                (turn(recent, 17) ^ turn(recent, 19) ^ recent >> 10);
      }
      const uint32_t first = s[7] + (turn(s[4], 6) ^ turn(s[4], 11) ^ turn(s[4], 25)) +
                             ((s[4] & s[5]) ^ (~s[4] & s[6])) + kRoots[i] + word;
      const uint32_t second = (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
                              ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      memmove(s + 1, s, 7 * sizeof *s);
      s[4] += first;
      s[0] = first + second;
    }
    for (int i = 0; i < 8; i++) state_[i] += s[i];
  }

  uint32_t state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                        0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint8_t block_[kBlock] = {};
  uint64_t length_ = 0;
};

class HmacSha256 {
 public:
  // `key`: the bytes of the key, as UTF-8. It must outlive this object.
  explicit HmacSha256(const char* key) : key_(key) { addPad(inner_, 0x36); }

  void add(const uint8_t* data, size_t length) { inner_.add(data, length); }
  void add(uint8_t byte) { inner_.add(byte); }

  // Writes 64 hexadecimal digits and a NUL. Call it once.
  void finish(char (&hex)[2 * Sha256::kDigest + 1]) {
    uint8_t digest[Sha256::kDigest];
    inner_.finish(digest);
    inner_ = Sha256();
    addPad(inner_, 0x5c);
    inner_.add(digest, sizeof digest);
    inner_.finish(digest);
    static const char kDigits[] = "0123456789abcdef";
    for (size_t i = 0; i < sizeof digest; i++) {
      hex[2 * i] = kDigits[digest[i] >> 4];
      hex[2 * i + 1] = kDigits[digest[i] & 15];
    }
    hex[sizeof hex - 1] = 0;
  }

 private:
  void addPad(Sha256& hash, uint8_t pad) const {
    uint8_t key[Sha256::kBlock] = {};
    const size_t length = strlen(key_);
    if (length <= sizeof key) {
      memcpy(key, key_, length);
    } else {
      uint8_t digest[Sha256::kDigest];
      Sha256 shorter;
      shorter.add(reinterpret_cast<const uint8_t*>(key_), length);
      shorter.finish(digest);
      memcpy(key, digest, sizeof digest);
    }
    for (const uint8_t byte : key) hash.add(byte ^ pad);
  }

  const char* key_;
  Sha256 inner_;
};

}  // namespace greenhouse
