// Reads an HTTP/1.1 answer character by character: the status, two headers, and the beginning of the body.

#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

namespace greenhouse {

class HttpAnswer {
 public:
  // 0 as long as none has come.
  int status() const { return status_; }
  // Empty where there is none.
  const char* date() const { return date_.get(); }
  // Seconds; 0 where there is none, or a date.
  uint32_t retryAfter() const { return retryAfter_; }
  bool isComplete() const { return state_ == kDone; }

  void add(char character) {
    switch (state_) {
      case kBody:
        body_.add(character);
        if (remaining_ != kUntilClose && --remaining_ == 0) state_ = kDone;
        break;
      case kChunk:
        body_.add(character);
        if (--remaining_ == 0) state_ = kChunkEnd;
        break;
      case kDone:
        break;
      default:
        if (character == '\n') {
          endLine();
          line_.clear();
        } else if (character != '\r') {
          line_.add(character);
        }
    }
  }

  // The connection has ended.
  void end() {
    if (state_ == kBody && remaining_ == kUntilClose) state_ = kDone;
  }

  bool isSuccess() const {
    return status_ == 200 && strstr(body_.get(), "\"success\":true") != nullptr;
  }

  // Whether the backend found the reading's timestamp more than five minutes off.
  bool isStale() const {
    return status_ == 401 && strstr(body_.get(), "\"Timestamp is more than 5 minutes") != nullptr;
  }

  // What the backend says is wrong; empty where the answer says nothing.
  template <size_t Size>
  void addError(Text<Size>& text) const {
    const char* at = strstr(body_.get(), "\"error\":\"");
    if (at == nullptr) return;
    for (at += 9; *at != 0 && *at != '"'; at++) text.add(*at);
  }

 private:
  enum State { kStatus, kHeaders, kBody, kChunkSize, kChunk, kChunkEnd, kDone };
  static const uint32_t kUntilClose = 0xffffffff;

  void endLine() {
    const char* line = line_.get();
    if (state_ == kStatus) {
      if (strncmp(line, "HTTP/1.", 7) != 0 || line_.length() < 12) return;
      status_ = atoi(line + 9);
      state_ = kHeaders;
    } else if (state_ == kHeaders) {
      if (line_.length() > 0) readHeader(line);
      else state_ = isChunked_ ? kChunkSize : remaining_ == 0 ? kDone : kBody;
    } else if (state_ == kChunkEnd) {
      state_ = kChunkSize;
    } else {
      remaining_ = static_cast<uint32_t>(strtoul(line, nullptr, 16));
      state_ = remaining_ == 0 ? kDone : kChunk;
    }
  }

  void readHeader(const char* line) {
    if (const char* value = valueOf(line, "date:")) {
      date_.clear();
      date_.add(value);
    } else if (const char* value = valueOf(line, "retry-after:")) {
      retryAfter_ = static_cast<uint32_t>(strtoul(value, nullptr, 10));
    } else if (const char* value = valueOf(line, "content-length:")) {
      remaining_ = static_cast<uint32_t>(strtoul(value, nullptr, 10));
    } else if (const char* value = valueOf(line, "transfer-encoding:")) {
      isChunked_ = strncmp(value, "chunked", 7) == 0;
    }
  }

  // What stands behind the name, which is given in small letters; null for another header.
  static const char* valueOf(const char* line, const char* name) {
    for (; *name != 0; line++, name++) {
      const char small = *line >= 'A' && *line <= 'Z' ? static_cast<char>(*line + 32) : *line;
      if (small != *name) return nullptr;
    }
    while (*line == ' ' || *line == '\t') line++;
    return line;
  }

  State state_ = kStatus;
  int status_ = 0;
  uint32_t retryAfter_ = 0;
  uint32_t remaining_ = kUntilClose;
  bool isChunked_ = false;
  Text<96> line_;
  Text<40> date_;
  Text<512> body_;
};

}  // namespace greenhouse
