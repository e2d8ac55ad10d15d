// How much of its time in a day an output has used, and the page that keeps it through a restart.

#pragma once

#include <stdint.h>
#include <string.h>

#include "checksum.h"
#include "storage.h"

namespace greenhouse {

// Of one output. Times in milliseconds. As it stands here nothing is known.
struct Usage {
  // More than any limit.
  static const int64_t kAll = 1000000000000000;

  // The day that is counted: whole days since 1970, UTC, as the backend says.
  int64_t day = 0;
  // How long it was on in that day.
  int64_t usedMs = 0;
  // How much of it may belong to the next day: since the last answer.
  int64_t sinceMs = 0;
  // The day's limit. Before it has ever been heard, nothing is on.
  int64_t maxOnMs = 0;

  // In the place of a damaged record: the day that is heard first counts as used up, and the one after it begins anew.
  static Usage all() {
    Usage usage;
    usage.usedMs = usage.sinceMs = kAll;
    return usage;
  }
};

// A page with a checksum. Its number comes from the output's name, so that a sketch may name its outputs in any order.
class UsagePage {
 public:
  enum Found { kNothing, kWhole, kDamaged, kUnreadable };

  // `storage`: null where nothing can be kept.
  UsagePage(Storage* storage, const char* name)
      : storage_(storage), sumOfName_(checksum(0xffff, name, strlen(name))) {}

  uint32_t number() const { return sumOfName_ + 1u; }

  // Nothing: there is no such page. Unreadable: the storage cannot say. `usage` is changed where it is whole.
  Found read(Usage& usage) {
    if (storage_ == nullptr) return kNothing;
    Storage::Listing listing;
    if (!storage_->list(number(), listing)) return kUnreadable;
    const Found found = listing.first == number() ? readRecord(usage) : kNothing;
    storage_->release();
    return found;
  }

  // False where it cannot be kept. A loss of power leaves what was kept before, or this.
  bool write(const Usage& usage) {
    if (storage_ == nullptr) return false;
    Record record;
    record.usage = usage;
    record.version = kVersion;
    record.checksum = sumOf(record);
    // What an earlier attempt left.
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

  // With the name in it, so that no record counts for another output.
  uint16_t sumOf(const Record& record) const {
    return checksum(sumOfName_, &record, sizeof record - sizeof record.checksum);
  }

  Storage* storage_;
  uint16_t sumOfName_;
};

}  // namespace greenhouse
