// Where pages are kept that outlast a loss of power. LittleFsStorage is one.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace greenhouse {

// A page is a small file with a number. Page 0 is for unfinished work, all others are found again by `list`.
class Storage {
 public:
  struct Listing {
    // The least number that is not below the one asked for, and the greatest; 0 where there is none.
    uint32_t first = 0;
    uint32_t last = 0;
    // Whether there are files that are no pages.
    bool hasOthers = false;
  };

  virtual ~Storage() {}

  // For people.
  virtual const char* name() const = 0;
  // False where nothing can be kept: no file system, no folder.
  virtual bool list(uint32_t from, Listing& listing) = 0;
  // In bytes; 0 where there is no such page.
  virtual size_t size(uint32_t page) = 0;
  virtual bool read(uint32_t page, size_t offset, void* data, size_t length) = 0;
  // Creates the page if need be. After true a loss of power leaves it there.
  virtual bool append(uint32_t page, const void* data, size_t length) = 0;
  // Gives a page another number, in place of the page that has it. A loss of power leaves either as it was.
  virtual bool move(uint32_t from, uint32_t to) = 0;
  virtual bool remove(uint32_t page) = 0;
  // Nothing is needed for a while: frees what reading takes.
  virtual void release() {}
};

}  // namespace greenhouse
