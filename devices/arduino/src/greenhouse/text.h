// Text that is written piece by piece, without allocation: into a buffer, or to another target of a `Writer`.

#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

namespace greenhouse {

// `Self` derives from this class and has `void put(char)`.
template <class Self>
class Writer {
 public:
  Self& add(char character) {
    self().put(character);
    return self();
  }

  Self& add(const char* text) {
    while (*text != 0) add(*text++);
    return self();
  }

  Self& addInteger(int64_t value) {
    uint64_t rest = value < 0 ? 0 - static_cast<uint64_t>(value) : static_cast<uint64_t>(value);
    if (value < 0) add('-');
    char digits[20];
    int count = 0;
    do {
      digits[count++] = static_cast<char>('0' + rest % 10);
      rest /= 10;
    } while (rest > 0);
    while (count > 0) add(digits[--count]);
    return self();
  }

  // Writes up to three decimals. No sensor here is finer.
  Self& addNumber(float value) {
    const int64_t thousandths = llround(static_cast<double>(value) * 1000);
    if (thousandths < 0 && thousandths > -1000) add('-');
    addInteger(thousandths / 1000);
    int rest = static_cast<int>(thousandths % 1000);
    if (rest < 0) rest = -rest;
    if (rest > 0) add('.');
    for (int unit = 100; rest > 0; unit /= 10) {
      add(static_cast<char>('0' + rest / unit));
      rest %= unit;
    }
    return self();
  }

  // Writes hours and minutes of Unix milliseconds: "14:02".
  Self& addTimeOfDay(int64_t unixMs) {
    const int minutes = static_cast<int>(unixMs / 60000 % 1440);
    addTwoDigits(minutes / 60).add(':');
    return addTwoDigits(minutes % 60);
  }

  // Writes the inside of a JSON string. Bytes beyond ASCII are taken for UTF-8.
  Self& addEscaped(const char* text) {
    for (; *text != 0; text++) {
      const unsigned char character = static_cast<unsigned char>(*text);
      if (character == '"' || character == '\\') {
        add('\\').add(*text);
      } else if (character < 0x20) {
        add("\\u00").addHex(character >> 4).addHex(character & 15);
      } else {
        add(*text);
      }
    }
    return self();
  }

  Self& addHex(unsigned digit) { return add("0123456789abcdef"[digit & 15]); }

 private:
  Self& addTwoDigits(int number) {
    return add(static_cast<char>('0' + number / 10)).add(static_cast<char>('0' + number % 10));
  }

  Self& self() { return static_cast<Self&>(*this); }
};

// Text in a buffer of a fixed size. Characters that do not fit are left out.
template <size_t Size>
class Text : public Writer<Text<Size>> {
 public:
  const char* get() const { return text_; }
  size_t length() const { return length_; }

  void clear() {
    text_[0] = 0;
    length_ = 0;
  }

  void put(char character) {
    if (length_ + 1 >= Size) return;
    text_[length_++] = character;
    text_[length_] = 0;
  }

 private:
  char text_[Size] = {};
  size_t length_ = 0;
};

}  // namespace greenhouse
