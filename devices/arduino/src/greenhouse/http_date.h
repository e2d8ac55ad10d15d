// Reads the time of a `Date` header (RFC 9110, section 5.6.7).

#pragma once

#include <stdint.h>
#include <string.h>

namespace greenhouse {

// Returns the Unix milliseconds of "Tue, 14 Nov 2023 22:13:20 GMT", at the beginning of that second; -1 for anything
// else. A server whose clock is not set sends a year such as 1 or 9999: also -1.
inline int64_t parseHttpDate(const char* text) {
  if (strlen(text) != 29) return -1;
  const auto number = [text](int at, int digits) {
    int value = 0;
    for (int i = at; i < at + digits; i++) {
      if (text[i] < '0' || text[i] > '9') return -1;
      value = 10 * value + text[i] - '0';
    }
    return value;
  };
  static const char kMonths[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
  int month = 0;
  while (month < 12 && strncmp(text + 8, kMonths + 3 * month, 3) != 0) month++;
  const int day = number(5, 2), hour = number(17, 2), minute = number(20, 2), second = number(23, 2);
  int year = number(12, 4);
  if (month == 12 || day < 1 || day > 31 || year < 2020 || year > 2100) return -1;
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return -1;
  // Days since 1970 in the Gregorian calendar, counting years from March.
  if (month < 2) year--;
  const int dayOfYear = (153 * ((month + 10) % 12) + 2) / 5 + day - 1;
  const int64_t days = 365L * year + year / 4 - year / 100 + year / 400 + dayOfYear - 719468L;
  return (((days * 24 + hour) * 60 + minute) * 60 + second) * 1000;
}

}  // namespace greenhouse
