// The waiting readings in the order of their time: first the readings in pages, then the readings in memory.

#pragma once

#include <stdint.h>

#include "pages.h"
#include "platform.h"
#include "reading.h"

namespace greenhouse {

// A contiguous part of the queue: `paged` readings in pages, then `ringed` readings in memory.
struct Batch {
  Pages::Place from;
  uint32_t paged = 0;
  uint16_t ringFrom = 0;
  uint16_t ringed = 0;
  // Whether the batch begins with the oldest waiting reading.
  bool isOldest = true;

  uint32_t count() const { return paged + ringed; }
};

template <uint16_t Capacity>
class Queue {
 public:
  Queue(Platform& platform, Storage* storage, uint32_t storeCapacity)
      : platform_(platform), pages_(storage, storeCapacity) {}

  uint32_t waiting() const { return pages_.count() + size_; }
  const Storage* storage() const { return pages_.storage(); }
  bool hasForeignFiles() const { return pages_.hasForeignFiles(); }
  bool isMemoryFull() const { return size_ == Capacity; }

  // Finds the readings of earlier runs in the storage. Returns false if the storage cannot be read. Each `save` tries
  // again.
  bool open() {
    if (!pages_.open()) return false;
    pages_.setBoot(platform_.boot(pages_.freshBoot()));
    return true;
  }

  // Frees the storage's memory while it is not needed.
  void release() { pages_.release(); }

  // Adds a reading in memory. @returns how many of the oldest readings were dropped.
  uint32_t add(const Reading& reading) {
    const uint32_t dropped = isMemoryFull() ? 1 : 0;
    if (isMemoryFull()) removeFromRing(1);
    ring(size_++) = reading;
    return dropped;
  }

  // Moves the readings in memory into pages. `dropped`: how many of the oldest readings were dropped. Returns false if
  // the storage cannot be written. Then the others stay in memory.
  bool save(uint32_t& dropped) {
    dropped = 0;
    if (!open()) return false;
    for (; size_ > 0; removeFromRing(1)) {
      while (pages_.isFull()) {
        remove(oldest(1));
        dropped++;
      }
      const Reading& reading = ring(0);
      const int64_t clock = reading.isDated ? 0 : platform_.clockMs();
      const int64_t noted = clock > 0 ? clock - (platform_.uptimeMs() - reading.timeMs) : 0;
      if (!pages_.append(reading, noted)) return false;
    }
    return true;
  }

  // Gives all readings their dates. `offset`: Unix time minus uptime. Returns false if the dates cannot be written.
  bool date(int64_t offset) {
    for (uint16_t i = 0; i < size_; i++) {
      Reading& reading = ring(i);
      if (reading.isDated) continue;
      reading.timeMs += offset;
      reading.isDated = true;
    }
    return pages_.date(offset);
  }

  Batch oldest(uint32_t limit) const {
    Batch batch;
    batch.from = pages_.begin();
    batch.paged = pages_.count() < limit ? pages_.count() : limit;
    const uint32_t rest = limit - batch.paged;
    batch.ringed = static_cast<uint16_t>(size_ < rest ? size_ : rest);
    return batch;
  }

  // Returns the newest readings, back to the first reading without a date from `since` to `until`.
  Batch newest(int64_t since, int64_t until, uint32_t limit) {
    Batch batch;
    batch.ringFrom = size_;
    batch.from = pages_.end();
    while (batch.ringFrom > 0 && batch.count() < limit) {
      if (!isBetween(ring(batch.ringFrom - 1), since, until)) break;
      batch.ringFrom--;
      batch.ringed++;
    }
    Reading reading;
    for (Pages::Place at = batch.from; batch.ringFrom == 0 && batch.count() < limit; batch.paged++) {
      if (!pages_.previous(at, reading) || !isBetween(reading, since, until)) break;
      batch.from = at;
    }
    batch.isOldest = batch.count() == waiting();
    return batch.isOldest ? oldest(limit) : batch;
  }

  // Iterates over a batch. Can be created again for another pass.
  class Readings {
   public:
    Readings(Queue& queue, const Batch& batch) : queue_(queue), batch_(batch), place_(batch.from) {}

    bool next(Reading& reading) {
      if (passed_ < batch_.paged && queue_.pages_.next(place_, reading)) {
        passed_++;
        return true;
      }
      if (ringPassed_ == batch_.ringed) return false;
      reading = queue_.ring(static_cast<uint16_t>(batch_.ringFrom + ringPassed_++));
      return true;
    }

    // The place behind the last paged reading, after a whole pass.
    const Pages::Place& place() const { return place_; }

   private:
    Queue& queue_;
    const Batch& batch_;
    Pages::Place place_;
    uint32_t passed_ = 0;
    uint16_t ringPassed_ = 0;
  };

  // Returns the beginning of a batch, up to and with the dated reading number `dated`.
  Batch beginning(Batch batch, uint32_t dated) {
    const Batch whole = batch;
    Readings readings(*this, whole);
    uint32_t count = 0;
    for (Reading reading; dated > 0 && readings.next(reading); count++) dated -= reading.isDated ? 1 : 0;
    batch.paged = count < whole.paged ? count : whole.paged;
    batch.ringed = static_cast<uint16_t>(count - batch.paged);
    return batch;
  }

  // Removes a batch. Returns false if the storage cannot be written. Then the whole batch keeps waiting.
  bool remove(const Batch& batch) {
    if (batch.isOldest) {
      if (batch.paged > 0) {
        Readings readings(*this, batch);
        for (Reading reading; readings.next(reading);) {}
        pages_.removeBefore(readings.place(), batch.paged);
      }
      removeFromRing(batch.ringed);
      return true;
    }
    // Any other batch ends with the newest reading.
    if (batch.paged > 0 && !pages_.removeFrom(batch.from, batch.paged)) return false;
    size_ = static_cast<uint16_t>(size_ - batch.ringed);
    return true;
  }

 private:
  static bool isBetween(const Reading& reading, int64_t since, int64_t until) {
    return reading.isDated && reading.timeMs >= since && reading.timeMs <= until;
  }

  Reading& ring(uint16_t index) { return ring_[(first_ + index) % Capacity]; }

  void removeFromRing(uint16_t count) {
    first_ = static_cast<uint16_t>((first_ + count) % Capacity);
    size_ = static_cast<uint16_t>(size_ - count);
  }

  Platform& platform_;
  Pages pages_;
  Reading ring_[Capacity];
  uint16_t first_ = 0;
  uint16_t size_ = 0;
};

}  // namespace greenhouse
