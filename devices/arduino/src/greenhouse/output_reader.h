// Reads the orders in an answer, as AnswerBody parses it:
// "outputs":{"valve":{"value":1,"version":12,"forMs":540000,"maxOnMs":1800000,"day":20785}}. Each number goes straight
// to its output, which saves memory. An output applies its numbers only after the whole answer was read.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "output.h"

namespace greenhouse {

class OutputReader {
 public:
  static const size_t kMaxTokenLength = 19;

  // A reader without outputs.
  OutputReader() {}
  // Forgets an earlier answer.
  OutputReader(Output* const* outputs, uint8_t count) : outputs_(outputs), count_(count) { forget(); }

  // Returns whether the answer has the field `outputs`.
  bool hasOutputs() const { return hasOutputs_; }
  // Returns whether that field is an object.
  bool isObject() const { return isObject_; }

  // Called at the beginning of an object or a list.
  void opened(uint8_t depth, bool isObject) {
    if (depth == 2 && isInside_) isObject_ = isObject;
  }

  // Called after a name in an object.
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

  // Called after a number, true, false or null.
  void valued(uint8_t depth, const char* text) {
    if (depth != 3 || output_ == nullptr || field_ == OutputAnswer::kFields) return;
    OutputAnswer& answer = output_->answer_;
    if (readNumber(text, answer.numbers[field_])) answer.read = static_cast<uint8_t>(answer.read | 1 << field_);
  }

 private:
  // Bound of all numbers. The version, which is the largest number, stays far below it.
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
    static const char* const names[] = {"value", "version", "forMs", "maxOnMs", "day", "offForMs"};
    uint8_t field = 0;
    while (field < OutputAnswer::kFields && strcmp(names[field], name) != 0) field++;
    return field;
  }

  // Reads a whole number that is not negative, as the backend writes it: only digits.
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
  // The current place: inside the field `outputs`, in which output, in which field (kFields: an unknown field).
  bool isInside_ = false;
  Output* output_ = nullptr;
  uint8_t field_ = OutputAnswer::kFields;
};

}  // namespace greenhouse
