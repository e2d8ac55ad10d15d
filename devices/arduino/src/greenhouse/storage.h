// A storage for pages that survive a power cut, such as LittleFsStorage.

#pragma once

#include <stddef.h>
#include <stdint.h>

namespace greenhouse {

// A page is a small file with a number. Page 0 is for unfinished work. `list` finds all other pages.
class Storage {
 public:
  struct Listing {
    // The smallest number that is not below `from`, and the largest number; 0 without such a page.
    uint32_t first = 0;
    uint32_t last = 0;
    // Whether there are files that are not pages.
    bool hasOthers = false;
  };

  virtual ~Storage() {}

  // The name in messages.
  virtual const char* name() const = 0;
  // Returns false if nothing can be kept: no file system, no folder.
  virtual bool list(uint32_t from, Listing& listing) = 0;
  // Returns the size in bytes; 0 if there is no such page.
  virtual size_t size(uint32_t page) = 0;
  virtual bool read(uint32_t page, size_t offset, void* data, size_t length) = 0;
  // Appends to the page, and creates it if necessary. After true the data survive a power cut.
  virtual bool append(uint32_t page, const void* data, size_t length) = 0;
  // Renames a page, and replaces the page with that number. A power cut leaves the old page or the new page.
  virtual bool move(uint32_t from, uint32_t to) = 0;
  virtual bool remove(uint32_t page) = 0;
  // Frees the memory for reading while the storage is not needed.
  virtual void release() {}
};

}  // namespace greenhouse
