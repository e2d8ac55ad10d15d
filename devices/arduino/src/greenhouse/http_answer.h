// Reads an HTTP/1.1 answer character by character: the status, some headers, and the body. Uses a fixed amount of
// memory and reads a bounded number of characters, whatever a server sends.

#pragma once

#include <stdint.h>
#include <string.h>

#include "answer_body.h"
#include "text.h"

namespace greenhouse {

// `OutputReader`: see AnswerBody.
template <class OutputReader>
class HttpAnswer {
 public:
  // Call it before the first character; otherwise outputs are ignored.
  void readTo(const OutputReader& reader) { body_.readTo(reader); }

  // 0 until a status has arrived.
  int status() const { return status_; }
  // Empty without a date.
  const char* date() const { return date_.get(); }
  // Seconds; 0 without the header, or if it holds a date.
  uint32_t retryAfter() const { return retryAfter_; }
  bool isComplete() const { return state_ == kDone; }
  // Returns whether to stop reading: the answer is complete, or it is not HTTP.
  bool isOver() const { return state_ == kDone || state_ == kBroken; }

  void add(char character) {
    if (isOver()) return;
    if (++count_ > kMaxPartLength) return isInBody_ ? cutBody() : breakOff();
    if (state_ == kBody || state_ == kChunk) {
      body_.add(character);
      if (remaining_ != kUntilClose && --remaining_ == 0) state_ = isChunked_ ? kChunkEnd : kDone;
    } else if (character == '\n') {
      endLine();
      line_.clear();
    } else if (character != '\r') {
      line_.add(character);
    }
  }

  // Call it when the connection has ended.
  void end() {
    if (state_ == kBody && remaining_ == kUntilClose) state_ = kDone;
  }

  const AnswerBody<OutputReader>& body() const { return body_; }

  // Returns whether the whole body was read and is JSON.
  bool isJson() const { return isComplete() && !isCut_ && body_.isWhole(); }

  // Returns whether the answer has the result of each reading of a batch of `count`.
  bool isSettled(uint32_t count) const {
    return status_ == 200 && !isCut_ && body_.isSettled(count);
  }

  // Returns whether the backend may have refused the request for its time. An older backend sends no code.
  bool mayBeStale() const { return status_ == 401 && !hasOtherCode_; }

 private:
  enum State { kStatus, kHeaders, kBody, kChunkSize, kChunk, kChunkEnd, kDone, kBroken };
  // Maximum characters of status line and headers together, and of the body with its framing. The backend sends at most
  // 2,000.
  static const uint32_t kMaxPartLength = 8192;
  static const uint32_t kUntilClose = 0xffffffff;

  // The status counts, but a body of that length does not come from the backend.
  void cutBody() {
    isCut_ = true;
    state_ = kDone;
  }

  // Nothing counts, as if there were no answer.
  void breakOff() { state_ = kBroken; }

  void endLine() {
    const char* line = line_.get();
    switch (state_) {
      case kStatus:
        return readStatus(line);
      case kHeaders:
        return line_.length() > 0 ? readHeader(line) : endHeaders();
      case kChunkEnd:
        state_ = line_.length() == 0 ? kChunkSize : kBroken;
        return;
      default:
        if (!readNumber(line, 16, remaining_)) return breakOff();
        state_ = remaining_ == 0 ? kDone : kChunk;
    }
  }

  void readStatus(const char* line) {
    uint32_t status;
    const bool isHttp = strncmp(line, "HTTP/1.", 7) == 0 && line_.length() >= 12 && line[8] == ' ';
    if (!isHttp || !readNumber(line + 9, 10, status) || status < 100 || status > 599) return breakOff();
    status_ = static_cast<int>(status);
    state_ = kHeaders;
  }

  void endHeaders() {
    if (status_ < 200) {
      // An interim answer: the final answer follows.
      status_ = 0;
      state_ = kStatus;
      return;
    }
    isInBody_ = true;
    count_ = 0;
    state_ = isChunked_ ? kChunkSize : remaining_ == 0 ? kDone : kBody;
  }

  void readHeader(const char* line) {
    if (const char* value = valueOf(line, "date:")) {
      date_.clear();
      date_.add(value);
    } else if (const char* value = valueOf(line, "retry-after:")) {
      if (!readNumber(value, 10, retryAfter_)) retryAfter_ = 0;
    } else if (const char* value = valueOf(line, "error-code:")) {
      hasOtherCode_ = strcmp(value, "timestamp-out-of-range") != 0;
    } else if (const char* value = valueOf(line, "content-length:")) {
      if (!readNumber(value, 10, remaining_)) breakOff();
    } else if (const char* value = valueOf(line, "transfer-encoding:")) {
      isChunked_ = strncmp(value, "chunked", 7) == 0;
    }
  }

  // Returns the value after the header's name; null for another header. `name` is in lower case.
  static const char* valueOf(const char* line, const char* name) {
    for (; *name != 0; line++, name++) {
      const char small = *line >= 'A' && *line <= 'Z' ? static_cast<char>(*line + 32) : *line;
      if (small != *name) return nullptr;
    }
    while (*line == ' ' || *line == '\t') line++;
    return line;
  }

  // Reads the digits at the beginning of a text; false without digits. A number that is too large becomes some large
  // number.
  static bool readNumber(const char* text, uint32_t base, uint32_t& number) {
    const char* at = text;
    for (number = 0;; at++) {
      const char small = *at >= 'A' && *at <= 'F' ? static_cast<char>(*at + 32) : *at;
      const bool isLetter = base == 16 && small >= 'a' && small <= 'f';
      if (!isLetter && (small < '0' || small > '9')) return at > text;
      const uint32_t digit = static_cast<uint32_t>(isLetter ? small - 'a' + 10 : small - '0');
      if (number < 0x1000000) number = number * base + digit;
    }
  }

  State state_ = kStatus;
  int status_ = 0;
  uint32_t retryAfter_ = 0;
  uint32_t remaining_ = kUntilClose;
  // Characters read of the current part (head or body).
  uint32_t count_ = 0;
  bool isInBody_ = false;
  bool isChunked_ = false;
  bool isCut_ = false;
  // The answer's error code is not about the time of the request.
  bool hasOtherCode_ = false;
  Text<96> line_;
  Text<40> date_;
  AnswerBody<OutputReader> body_;
};

}  // namespace greenhouse
