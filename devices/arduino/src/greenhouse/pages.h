// The readings that survive a power cut: records in pages, the oldest first. Records are appended at the end, and
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
  // A position between two records, or at the end.
  struct Place {
    uint32_t page = 0;
    uint32_t slot = 0;
  };

  // `storage` may be null: then there are no pages.
  Pages(Storage* storage, uint32_t capacity)
      : storage_(capacity > 0 ? storage : nullptr), capacity_(capacity) {}

  uint32_t count() const { return count_; }
  bool isFull() const { return count_ >= capacity_; }
  // May be null.
  const Storage* storage() const { return storage_; }
  // Returns whether the storage has foreign files. They are not touched.
  bool hasForeignFiles() const { return hasForeignFiles_; }
  // Returns a number for this boot that no earlier boot has used.
  uint32_t freshBoot() const { return lastBoot_ + 1; }
  // Call it after `open`. A board that slept keeps its number.
  void setBoot(uint32_t boot) {
    if (boot != boot_ && boot <= lastBoot_) undatedFrom_ = first_.page;
    boot_ = boot;
  }

  // Finds the pages of earlier runs. Returns false if the storage cannot be used. Then call it again later.
  bool open() {
    if (isOpen_ || storage_ == nullptr) return isOpen_;
    Storage::Listing listing;
    if (!storage_->list(1, listing)) return false;
    isOpen_ = true;
    hasForeignFiles_ = listing.hasOthers;
    last_ = listing.last;
    for (uint32_t page = listing.first; page != 0; page = after(page)) openPage(page);
    return true;
  }

  void release() {
    if (storage_ != nullptr) storage_->release();
  }

  Place begin() const { return first_; }
  Place end() const { return place(last_, tailSlots_); }

  // Reads the next reading from the place on, and moves the place behind it.
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

  // Reads the reading before the place, and moves the place before it.
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

  // Appends a reading. Call it after `open`. `noted`: see Record. Returns false if the page cannot be written.
  bool append(const Reading& reading, int64_t noted) {
    if (last_ == 0 || isTailClosed_ || tailSlots_ >= kSlots) {
      last_++;
      tailSlots_ = 0;
      isTailClosed_ = false;
    }
    const Record record(reading, noted, boot_);
    if (!storage_->append(last_, &record, record.size())) {
      // The page may end with half a record now.
      isTailClosed_ = storage_->size(last_) != tailSlots_ * Record::kSlot;
      return false;
    }
    if (count_++ == 0) first_ = end();
    if (!reading.isDated && undatedFrom_ == 0) undatedFrom_ = last_;
    tailSlots_ += record.slots();
    return true;
  }

  // Removes the readings before the place, which are `count`.
  void removeBefore(const Place& place, uint32_t count) {
    const uint32_t oldest = first_.page;
    first_ = place;
    count_ -= count;
    // Removes a finished page at once.
    const uint32_t following = after(place.page);
    if (following != 0 && place.slot >= slots(place.page)) first_ = Pages::place(following, 0);
    if (count_ > 0) return removePages(oldest, first_.page);
    removePages(oldest, last_ + 1);
    tailSlots_ = 0;
    isTailClosed_ = storage_->size(last_) > 0;
    undatedFrom_ = 0;
  }

  // Removes the readings from the place on, which are `count`. Returns false if the place's page cannot be rewritten.
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

  // Gives the readings of this boot their final dates. `offset`: Unix time minus uptime. Returns false if a page cannot
  // be written. Then its readings have these dates only as long as the board runs.
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
  // A page of 100 slots, and a last record that is longer, fills one block of an ESP32's flash.
  static const uint32_t kSlots = 100;
  // Maximum slots per write.
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
    else if (found == 0) hasForeignFiles_ = true;
    if (found > 0 && count_ == 0) first_ = place(page, 0);
    count_ += found;
    tailSlots_ = found > 0 ? slots(page) : 0;
    isTailClosed_ = storage_->size(page) > 0 && (!isLastWhole || size % Record::kSlot != 0);
  }

  // Returns whether the page holds only the beginning of a record.
  bool isCutOff(uint32_t page, size_t size) {
    if (size < Record::kSlot) return true;
    Record record;
    return storage_->read(page, 0, &record, Record::kSlot) && record.isBegun() && size < record.size();
  }

  uint32_t slots(uint32_t page) {
    return static_cast<uint32_t>(storage_->size(page) / Record::kSlot);
  }

  // Returns the next existing page; 0 at the end.
  uint32_t after(uint32_t page) {
    if (page >= last_) return 0;
    if (storage_->size(page + 1) > 0) return page + 1;
    Storage::Listing listing;
    return storage_->list(page + 1, listing) && listing.first <= last_ ? listing.first : 0;
  }

  // Reads the record that begins in this slot. Returns whether it is whole.
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
    reading.timeMs += offset;
    reading.isDated = true;
  }

  bool hasUndated(uint32_t page) {
    Record record;
    for (uint32_t slot = 0; slot < slots(page); slot++) {
      if (readRecord(page, slot, record) && record.isUndatedOf(boot_)) return true;
    }
    return false;
  }

  // Removes the pages with readings from `from` up to, but without, `to`.
  void removePages(uint32_t from, uint32_t to) {
    for (uint32_t page = from, next; page != 0 && page < to; page = next) {
      next = after(page);
      Record record;
      bool isOwn = storage_->size(page) == 0;
      for (uint32_t slot = 0; slot < slots(page) && !isOwn; slot++) isOwn = readRecord(page, slot, record);
      if (isOwn) storage_->remove(page);
    }
  }

  // Rewrites a page with its waiting readings up to the slot `to`. With an offset they get their dates. `written`: the
  // slots written.
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
  bool hasForeignFiles_ = false;
  uint32_t boot_ = 0;
  uint32_t lastBoot_ = 0;
  // Readings in all pages.
  uint32_t count_ = 0;
  Place first_;
  // The page for the next record, and its slots.
  uint32_t last_ = 0;
  uint32_t tailSlots_ = 0;
  // The next record begins a new page.
  bool isTailClosed_ = false;
  // The first page with undated readings of this boot; 0: there is no such page.
  uint32_t undatedFrom_ = 0;
  int64_t offset_ = 0;
};

}  // namespace greenhouse
