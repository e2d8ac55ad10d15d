// Reads the JSON of the backend's answers character by character, in a fixed amount of memory:
// {"success":true,"stored":2,"refused":[{"index":1,"status":400,"error":"..."}]} or {"error":"..."}. An `OutputReader`
// gets the orders for outputs (output_reader.h). The reader in no_outputs.h ignores them.

#pragma once

#include <stdint.h>
#include <string.h>

#include "text.h"

namespace greenhouse {

// `OutputReader` has `opened`, `named` and `valued`, which get the depth. The fields of the outermost object have depth
// 1.
template <class OutputReader>
class AnswerBody : public OutputReader {
 public:
  // Call it before the first character.
  void readTo(const OutputReader& reader) { OutputReader::operator=(reader); }

  void add(char character) {
    switch (state_) {
      case kString:
        return addToString(character);
      case kEscape:
        state_ = kString;
        // Four digits of a code unit follow. They are not decoded.
        digits_ = character == 'u' ? 4 : 0;
        return keep(isPlain(character) ? character : '?');
      case kLiteral:
        if (isInLiteral(character)) {
          token_.add(character);
          return;
        }
        endLiteral();
        break;
      default:
        break;
    }
    if (character != ' ' && character != '\t' && character != '\r' && character != '\n') addSign(character);
  }

  // Returns whether the body is one object, and nothing follows it.
  bool isWhole() const { return state_ == kEnd; }
  bool isSuccess() const { return isWhole() && isSuccess_; }
  // Returns whether the body has the result of each reading of a batch of `count`.
  bool isSettled(uint32_t count) const {
    return state_ == kEnd && isSuccess_ && hasStored_ && hasRefused_ && stored_ + refused_ == count &&
           indices_ == refused_ && maxIndex_ < count;
  }
  uint32_t refused() const { return refused_; }
  // Returns how many readings at the end of a batch of `count` are ahead of the backend's time. The backend's clock may
  // be behind.
  uint32_t early(uint32_t count) const { return earlyEnd_ == count ? early_ : 0; }
  // Returns whether the answer names an interval, and its seconds; 0 if they are not a whole number.
  bool hasInterval() const { return hasInterval_; }
  uint32_t interval() const { return interval_; }
  // The status of the first refused reading.
  uint32_t refusedStatus() const { return status_; }
  // The backend's error for the whole request or for the first refused reading; empty without an error.
  const char* error() const { return error_.get(); }

 private:
  enum State { kValue, kFirstValue, kName, kFirstName, kColon, kAfter, kString, kEscape, kLiteral, kEnd, kBroken };
  enum Field { kOther, kSuccess, kStored, kRefused, kIndex, kStatus, kError, kInterval };
  // Levels of lists and objects. The backend's answers have three.
  static const uint8_t kMaxDepth = 8;
  // The status of a reading that is ahead of the backend's time.
  static const uint32_t kEarly = 425;

  static bool isPlain(char character) {
    return character == '"' || character == '\\' || character == '/';
  }

  static bool isInLiteral(char character) {
    return (character >= '0' && character <= '9') || (character >= 'a' && character <= 'z') || character == '.' ||
           character == '-' || character == '+' || character == 'E';
  }

  bool isInObject() const { return (objects_ >> depth_ & 1) != 0; }
  // Returns whether the current place is an entry of the list of refused readings.
  bool isInRefused() const { return depth_ == 3 && top_ == kRefused && isInObject(); }

  // Handles a character outside strings and literals.
  void addSign(char character) {
    const bool mayClose = state_ == kAfter || state_ == (isInObject() ? kFirstName : kFirstValue);
    if (character == (isInObject() ? '}' : ']') && depth_ > 0 && mayClose) {
      if (isInRefused()) endRefused();
      state_ = --depth_ == 0 ? kEnd : kAfter;
    } else if (character == ',' && state_ == kAfter) {
      state_ = isInObject() ? kName : kValue;
    } else if (character == ':' && state_ == kColon) {
      state_ = kValue;
    } else if (character == '"' && (state_ == kName || state_ == kFirstName)) {
      beginString(true);
    } else if (state_ == kValue || state_ == kFirstValue) {
      beginValue(character);
    } else {
      state_ = kBroken;
    }
  }

  void endRefused() {
    if (entryStatus_ == kEarly) {
      if (index_ != earlyEnd_) early_ = 0;
      early_++;
      earlyEnd_ = index_ + 1;
    }
    if (refused_ == 1) status_ = entryStatus_;
  }

  void beginValue(char character) {
    if (character == '{' || character == '[') {
      open(character == '{');
    } else if (depth_ > 0 && character == '"') {
      beginString(false);
    } else if (depth_ > 0 && isInLiteral(character)) {
      state_ = kLiteral;
      token_.clear();
      token_.add(character);
    } else {
      state_ = kBroken;
    }
  }

  void open(bool isObject) {
    if (depth_ == kMaxDepth || (depth_ == 0 && !isObject)) {
      state_ = kBroken;
      return;
    }
    if (depth_ == 1 && top_ == kRefused && !isObject) hasRefused_ = true;
    depth_++;
    objects_ = static_cast<uint16_t>(isObject ? objects_ | 1 << depth_ : objects_ & ~(1 << depth_));
    if (isInRefused()) {
      refused_++;
      entryStatus_ = 0;
    }
    this->opened(depth_, isObject);
    state_ = isObject ? kFirstName : kFirstValue;
  }

  void beginString(bool isName) {
    state_ = kString;
    isName_ = isName;
    digits_ = 0;
    token_.clear();
    const bool isError = depth_ == 1 ? top_ == kError : isInRefused() && field_ == kError && refused_ == 1;
    isErrorKept_ = !isName && isError;
    if (isErrorKept_) error_.clear();
  }

  void addToString(char character) {
    if (digits_ > 0) {
      digits_--;
    } else if (character == '\\') {
      state_ = kEscape;
    } else if (character == '"') {
      state_ = isName_ ? kColon : kAfter;
      if (!isName_) return;
      (depth_ == 1 ? top_ : field_) = fieldOf(token_.get());
      if (depth_ == 1 && top_ == kInterval) hasInterval_ = true;
      this->named(depth_, token_.get());
    } else {
      // Control characters would confuse a terminal.
      const unsigned char code = static_cast<unsigned char>(character);
      keep(code < 0x20 || code == 0x7f ? '?' : character);
    }
  }

  void keep(char character) {
    if (isErrorKept_) error_.add(character);
    else token_.add(character);
  }

  Field fieldOf(const char* name) const {
    static const char* const kNames[] = {"",      "success", "stored", "refused",
                                         "index", "status",  "error",  "intervalSeconds"};
    for (int field = kSuccess; field <= kInterval; field++) {
      if (strcmp(name, kNames[field]) == 0) return static_cast<Field>(field);
    }
    return kOther;
  }

  void endLiteral() {
    state_ = kAfter;
    this->valued(depth_, token_.get());
    if (depth_ == 1 && top_ == kSuccess) {
      isSuccess_ = strcmp(token_.get(), "true") == 0;
    } else if (depth_ == 1 && top_ == kStored) {
      hasStored_ = readNumber(stored_);
    } else if (depth_ == 1 && top_ == kInterval) {
      if (!readNumber(interval_)) interval_ = 0;
    } else if (isInRefused() && field_ == kIndex) {
      if (!readNumber(index_)) return;
      indices_++;
      if (index_ > maxIndex_) maxIndex_ = index_;
    } else if (isInRefused() && field_ == kStatus) {
      readNumber(entryStatus_);
    }
  }

  // The backend's numbers have no more than eight digits.
  bool readNumber(uint32_t& number) const {
    number = 0;
    for (const char* at = token_.get(); *at != 0; at++) {
      if (*at < '0' || *at > '9') return false;
      number = number * 10 + static_cast<uint32_t>(*at - '0');
    }
    return token_.length() > 0 && token_.length() <= 8;
  }

  State state_ = kValue;
  uint8_t depth_ = 0;
  // A bit for each level: whether it is an object.
  uint16_t objects_ = 0;
  Field top_ = kOther;
  Field field_ = kOther;
  bool isName_ = false;
  bool isErrorKept_ = false;
  uint8_t digits_ = 0;
  bool isSuccess_ = false;
  bool hasStored_ = false;
  bool hasRefused_ = false;
  bool hasInterval_ = false;
  uint32_t interval_ = 0;
  uint32_t stored_ = 0;
  uint32_t refused_ = 0;
  uint32_t indices_ = 0;
  uint32_t maxIndex_ = 0;
  uint32_t status_ = 0;
  // Index and status of the last entry that was read.
  uint32_t index_ = 0;
  uint32_t entryStatus_ = 0;
  // Length of the last run of early readings, and the index after it.
  uint32_t early_ = 0;
  uint32_t earlyEnd_ = 0;
  Text<OutputReader::kMaxTokenLength + 1> token_;
  Text<120> error_;
};

}  // namespace greenhouse
