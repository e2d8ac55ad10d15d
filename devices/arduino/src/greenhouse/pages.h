// The readings that outlast a loss of power: records in pages, the oldest first. They are appended at the end, and
// removed from the beginning or the end.

#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "record.h"
#include "storage.h"

namespace greenhouse {

class Pages {
 public:
  // Between two records, or at the end.
  struct Place {
    uint32_t page = 0;
    uint32_t slot = 0;
  };

  // `storage` may be null: then it holds nothing.
  Pages(Storage* storage, uint32_t capacity)
      : storage_(capacity > 0 ? storage : nullptr), capacity_(capacity) {}

  uint32_t count() const { return count_; }
  bool isFull() const { return count_ >= capacity_; }
  // Null where there is none.
  const Storage* storage() const { return storage_; }
  // Whether there are files that are not its own. They are left alone.
  bool hasStrangers() const { return hasStrangers_; }
  // A number for this boot that no record of an earlier one has.
  uint32_t freshBoot() const { return lastBoot_ + 1; }
  // To be called once it is open. A board that slept goes on with the number it had.
  void setBoot(uint32_t boot) {
    if (boot != boot_ && boot <= lastBoot_) undatedFrom_ = first_.page;
    boot_ = boot;
  }

  // Finds what was left there. False where nothing can be kept; it may be called again then.
  bool open() {
    if (isOpen_ || storage_ == nullptr) return isOpen_;
    Storage::Listing listing;
    if (!storage_->list(1, listing)) return false;
    isOpen_ = true;
    hasStrangers_ = listing.hasOthers;
    last_ = listing.last;
    for (uint32_t page = listing.first; page != 0; page = after(page)) openPage(page);
    return true;
  }

  void release() {
    if (storage_ != nullptr) storage_->release();
  }

  Place begin() const { return first_; }
  Place end() const { return place(last_, tailSlots_); }

  // The reading at the place or the next one there is; the place is behind it then.
  bool next(Place& at, Reading& reading) {
    while (at.page != 0 && at.page <= last_) {
      if (at.slot < slots(at.page)) {
        Record record;
        const bool isWhole = readRecord(at.page, at.slot, record);
        at.slot += isWhole ? record.slots() : 1;
        if (!isWhole) continue;
        reading = readingOf(record);
        return true;
      } else {
        at = place(after(at.page), 0);
      }
    }
    return false;
  }

  // The reading before the place, which is before it then.
  bool previous(Place& at, Reading& reading) {
    while (at.page > first_.page || (at.page == first_.page && at.slot > first_.slot)) {
      if (at.slot == 0) {
        at = place(at.page - 1, slots(at.page - 1));
        if (at.slot == 0) return false;
      } else {
        Record record;
        if (!readRecord(at.page, --at.slot, record)) continue;
        reading = readingOf(record);
        return true;
      }
    }
    return false;
  }

  // To be called once it is open. `noted`: as Record. False where it cannot be written.
  bool append(const Reading& reading, int64_t noted) {
    if (last_ == 0 || isTailClosed_ || tailSlots_ >= kSlots) {
      last_++;
      tailSlots_ = 0;
      isTailClosed_ = false;
    }
    const Record record(reading, noted, boot_);
    if (!storage_->append(last_, &record, record.size())) {
      // Half a record may stand there now.
      isTailClosed_ = storage_->size(last_) != tailSlots_ * Record::kSlot;
      return false;
    }
    if (count_++ == 0) first_ = end();
    if (!reading.isDated && undatedFrom_ == 0) undatedFrom_ = last_;
    tailSlots_ += record.slots();
    return true;
  }

  // Removes so many readings: those before the place.
  void removeBefore(const Place& place, uint32_t count) {
    const uint32_t oldest = first_.page;
    first_ = place;
    count_ -= count;
    // A page that is settled goes at once.
    const uint32_t following = after(place.page);
    if (following != 0 && place.slot >= slots(place.page)) first_ = Pages::place(following, 0);
    if (count_ > 0) return removePages(oldest, first_.page);
    removePages(oldest, last_ + 1);
    tailSlots_ = 0;
    isTailClosed_ = storage_->size(last_) > 0;
    undatedFrom_ = 0;
  }

  // Removes so many readings: those from the place on. False where the place's page cannot be rewritten.
  bool removeFrom(const Place& from, uint32_t count) {
    const uint32_t kept = from.page == first_.page ? first_.slot : 0;
    uint32_t written = 0;
    if (from.slot > kept && !rewrite(from.page, from.slot, 0, written)) return false;
    removePages(from.slot > kept ? from.page + 1 : from.page, last_ + 1);
    last_ = from.page;
    tailSlots_ = written;
    isTailClosed_ = storage_->size(last_) != written * Record::kSlot;
    count_ -= count;
    return true;
  }

  // The time is known now: gives the readings of this boot their dates, for good. `offset`: Unix time less uptime.
  // False where a page cannot be written; its readings have these dates as long as the board runs.
  bool date(int64_t offset) {
    offset_ = offset;
    for (; undatedFrom_ != 0 && undatedFrom_ <= last_; undatedFrom_ = after(undatedFrom_)) {
      if (!hasUndated(undatedFrom_)) continue;
      uint32_t written;
      if (!rewrite(undatedFrom_, slots(undatedFrom_), offset, written)) return false;
      if (undatedFrom_ != last_) continue;
      tailSlots_ = written;
      isTailClosed_ = false;
    }
    undatedFrom_ = 0;
    return true;
  }

 private:
  // With these, and what the last record has beyond them, a page fills one block of an ESP32's flash.
  static const uint32_t kSlots = 100;
  // How many slots are written at once, at most.
  static const uint32_t kChunk = 10;

  static Place place(uint32_t page, uint32_t slot) {
    Place place;
    place.page = page;
    place.slot = slot;
    return place;
  }

  void openPage(uint32_t page) {
    const size_t size = storage_->size(page);
    uint32_t found = 0;
    bool isLastWhole = false;
    for (uint32_t slot = 0, step; slot < size / Record::kSlot; slot += step) {
      Record record;
      isLastWhole = readRecord(page, slot, record);
      step = isLastWhole ? record.slots() : 1;
      if (!isLastWhole) continue;
      if (record.boot() > lastBoot_) lastBoot_ = record.boot();
      found++;
    }
    if (found == 0 && isCutOff(page, size)) storage_->remove(page);
    else if (found == 0) hasStrangers_ = true;
    if (found > 0 && count_ == 0) first_ = place(page, 0);
    count_ += found;
    tailSlots_ = found > 0 ? slots(page) : 0;
    isTailClosed_ = storage_->size(page) > 0 && (!isLastWhole || size % Record::kSlot != 0);
  }

  // Whether the page has no more than the beginning of a record.
  bool isCutOff(uint32_t page, size_t size) {
    if (size < Record::kSlot) return true;
    Record record;
    return storage_->read(page, 0, &record, Record::kSlot) && record.isBegun() && size < record.size();
  }

  uint32_t slots(uint32_t page) {
    return static_cast<uint32_t>(storage_->size(page) / Record::kSlot);
  }

  // The next page there is; 0 at the end.
  uint32_t after(uint32_t page) {
    if (page >= last_) return 0;
    if (storage_->size(page + 1) > 0) return page + 1;
    Storage::Listing listing;
    return storage_->list(page + 1, listing) && listing.first <= last_ ? listing.first : 0;
  }

  // Whether one begins in this slot, and is whole.
  bool readRecord(uint32_t page, uint32_t slot, Record& record) {
    const size_t at = slot * Record::kSlot;
    if (!storage_->read(page, at, &record, Record::kSlot) || !record.isBegun()) return false;
    const size_t rest = record.size() - Record::kSlot;
    return (rest == 0 || storage_->read(page, at + Record::kSlot, record.parts(), rest)) && record.isWhole();
  }

  Reading readingOf(const Record& record) const {
    Reading reading = record.readingIn(boot_);
    if (record.isUndatedOf(boot_) && offset_ != 0) date(reading, offset_);
    return reading;
  }

  static void date(Reading& reading, int64_t offset) {
    reading.at += offset;
    reading.isDated = true;
  }

  bool hasUndated(uint32_t page) {
    Record record;
    for (uint32_t slot = 0; slot < slots(page); slot++) {
      if (readRecord(page, slot, record) && record.isUndatedOf(boot_)) return true;
    }
    return false;
  }

  // Those that hold readings, from the one to before the other.
  void removePages(uint32_t from, uint32_t to) {
    for (uint32_t page = from, next; page != 0 && page < to; page = next) {
      next = after(page);
      Record record;
      bool isOwn = storage_->size(page) == 0;
      for (uint32_t slot = 0; slot < slots(page) && !isOwn; slot++) isOwn = readRecord(page, slot, record);
      if (isOwn) storage_->remove(page);
    }
  }

  // Rewrites a page with its readings that wait, up to a slot; with an offset dated. `written`: how many slots.
  bool rewrite(uint32_t page, uint32_t to, int64_t offset, uint32_t& written) {
    storage_->remove(0);
    uint8_t chunk[kChunk * Record::kSlot];
    uint32_t filled = 0;
    written = 0;
    for (uint32_t slot = page == first_.page ? first_.slot : 0, step; slot < to; slot += step) {
      Record record;
      const bool isWhole = readRecord(page, slot, record);
      step = isWhole ? record.slots() : 1;
      if (isWhole) {
        if (offset != 0 && record.isUndatedOf(boot_)) {
          Reading reading = record.readingIn(boot_);
          date(reading, offset);
          record = Record(reading, 0, boot_);
        }
        memcpy(chunk + filled * Record::kSlot, &record, record.size());
        filled += step;
      }
      if (filled + Record::kMaxSlots <= kChunk && slot + step < to) continue;
      if (filled > 0 && !storage_->append(0, chunk, filled * Record::kSlot)) return false;
      written += filled;
      filled = 0;
    }
    if (written == 0 || !storage_->move(0, page)) return false;
    if (page == first_.page) first_.slot = 0;
    return true;
  }

  Storage* storage_;
  uint32_t capacity_;
  bool isOpen_ = false;
  bool hasStrangers_ = false;
  uint32_t boot_ = 0;
  uint32_t lastBoot_ = 0;
  // Readings, all in all.
  uint32_t count_ = 0;
  Place first_;
  // The page that is appended to, and how many records it has.
  uint32_t last_ = 0;
  uint32_t tailSlots_ = 0;
  // What is appended goes to a page after it.
  bool isTailClosed_ = false;
  // The first page with undated readings of this boot; 0 where there is none.
  uint32_t undatedFrom_ = 0;
  int64_t offset_ = 0;
};

}  // namespace greenhouse
