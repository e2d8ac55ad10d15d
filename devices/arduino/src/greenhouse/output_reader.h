// Reads what an answer says of outputs, as AnswerBody takes it apart:
// "outputs":{"valve":{"value":1,"version":12,"forMs":540000,"maxOnMs":1800000,"day":20785}}. Each number goes to its output
// at once, so that it takes no memory of its own; nothing is done with them before the answer is whole.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "output.h"

namespace greenhouse {

class OutputReader {
 public:
  static const size_t kMaxTokenLength = 19;

  // Of no outputs.
  OutputReader() {}
  // Forgets what an earlier answer said.
  OutputReader(Output* const* outputs, uint8_t count) : outputs_(outputs), count_(count) { forget(); }

  // Whether the answer has outputs at all.
  bool hasOutputs() const { return hasOutputs_; }
  // Whether they are an object.
  bool isObject() const { return isObject_; }

  // An object or a list.
  void opened(uint8_t depth, bool isObject) {
    if (depth == 2 && isInside_) isObject_ = isObject;
  }

  // A name in an object.
  void named(uint8_t depth, const char* name) {
    if (depth == 1) {
      isInside_ = strcmp(name, "outputs") == 0;
      if (isInside_) forget();
      hasOutputs_ = hasOutputs_ || isInside_;
      output_ = nullptr;
    } else if (depth == 2 && isInside_) {
      output_ = find(name);
      field_ = OutputAnswer::kFields;
      if (output_ != nullptr) output_->answer_ = OutputAnswer();
      if (output_ != nullptr) output_->answer_.isThere = true;
    } else if (depth == 3 && output_ != nullptr) {
      field_ = fieldOf(name);
      output_->answer_.read = static_cast<uint8_t>(output_->answer_.read & ~(1 << field_));
    }
  }

  // A number, or true, false or null.
  void valued(uint8_t depth, const char* text) {
    if (depth != 3 || output_ == nullptr || field_ == OutputAnswer::kFields) return;
    OutputAnswer& answer = output_->answer_;
    if (readNumber(text, answer.numbers[field_])) answer.read = static_cast<uint8_t>(answer.read | 1 << field_);
  }

 private:
  // Of all numbers: the version, which is the largest, is never near it.
  static const int64_t kMaxNumber = 1000000000000;

  void forget() {
    for (uint8_t i = 0; i < count_; i++) outputs_[i]->answer_ = OutputAnswer();
    isObject_ = false;
  }

  Output* find(const char* name) const {
    for (uint8_t i = 0; i < count_; i++) {
      if (strcmp(outputs_[i]->name(), name) == 0) return outputs_[i];
    }
    return nullptr;
  }

  static uint8_t fieldOf(const char* name) {
    static const char* const names[] = {"value", "version", "forMs", "maxOnMs", "day"};
    uint8_t field = 0;
    while (field < OutputAnswer::kFields && strcmp(names[field], name) != 0) field++;
    return field;
  }

  // A whole number that is not negative, as the backend writes it: digits alone.
  static bool readNumber(const char* text, int64_t& number) {
    const size_t length = strlen(text);
    if (length == 0 || length > 13 || strspn(text, "0123456789") != length) return false;
    number = 0;
    for (; *text != 0; text++) number = number * 10 + (*text - '0');
    return number <= kMaxNumber;
  }

  Output* const* outputs_ = nullptr;
  uint8_t count_ = 0;
  bool hasOutputs_ = false;
  bool isObject_ = false;
  // Within the field `outputs`; of which output, which field: kFields is none that counts.
  bool isInside_ = false;
  Output* output_ = nullptr;
  uint8_t field_ = OutputAnswer::kFields;
};

}  // namespace greenhouse
