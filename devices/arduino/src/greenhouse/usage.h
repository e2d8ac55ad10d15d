// How long an output was on in a day, and the page that keeps this through a restart.

#pragma once

#include <stdint.h>
#include <string.h>

#include "checksum.h"
#include "storage.h"

namespace greenhouse {

// The usage of one output, in milliseconds. The defaults mean that nothing is known.
struct Usage {
  // More than any limit.
  static const int64_t kAll = 1000000000000000;

  // The counted day: whole days since 1970, UTC, from the backend.
  int64_t day = 0;
  // How long the output was on in that day.
  int64_t usedMs = 0;
  // The part of it since the last answer, which may belong to the next day.
  int64_t sinceMs = 0;
  // The day's limit. Until the backend has sent a limit, the output stays off.
  int64_t maxOnMs = 0;

  // Returns the usage for a damaged record: the next day that the backend names counts as used up. The day after it
  // starts at 0.
  static Usage all() {
    Usage usage;
    usage.usedMs = usage.sinceMs = kAll;
    return usage;
  }
};

// A page with a checksum. Its number comes from the output's name, so that a sketch may add its outputs in any order.
class UsagePage {
 public:
  enum Found { kNothing, kWhole, kDamaged, kUnreadable };

  // `storage`: null if nothing can be kept.
  UsagePage(Storage* storage, const char* name)
      : storage_(storage), sumOfName_(checksum(0xffff, name, strlen(name))) {}

  uint32_t number() const { return sumOfName_ + 1u; }

  // Reads the page. kNothing: there is no such page. kUnreadable: the storage cannot be read. Only kWhole changes
  // `usage`.
  Found read(Usage& usage) {
    if (storage_ == nullptr) return kNothing;
    Storage::Listing listing;
    if (!storage_->list(number(), listing)) return kUnreadable;
    const Found found = listing.first == number() ? readRecord(usage) : kNothing;
    storage_->release();
    return found;
  }

  // Writes the page. Returns false if it cannot be kept. A power cut leaves the old page or the new page.
  bool write(const Usage& usage) {
    if (storage_ == nullptr) return false;
    Record record;
    record.usage = usage;
    record.version = kVersion;
    record.checksum = sumOf(record);
    // Page 0 may be left from an earlier attempt.
    storage_->remove(0);
    const bool isWritten = storage_->append(0, &record, sizeof record) && storage_->move(0, number());
    storage_->release();
    return isWritten;
  }

 private:
  static const uint16_t kVersion = 1;

  struct Record {
    Usage usage;
    uint32_t unused = 0;
    uint16_t version = 0;
    uint16_t checksum = 0;
  };
  static_assert(sizeof(Record) == 40, "a record has no gaps");

  Found readRecord(Usage& usage) {
    Record record;
    const bool isThere = storage_->size(number()) == sizeof record && storage_->read(number(), 0, &record, sizeof record);
    if (!isThere || record.version != kVersion || record.checksum != sumOf(record)) return kDamaged;
    usage = record.usage;
    return kWhole;
  }

  // Includes the output's name, so that no record counts for another output.
  uint16_t sumOf(const Record& record) const {
    return checksum(sumOfName_, &record, sizeof record - sizeof record.checksum);
  }

  Storage* storage_;
  uint16_t sumOfName_;
};

}  // namespace greenhouse
