// A board's flash in memory. Each driver implements the changes, and their failures.

#pragma once

#include <map>
#include <string.h>
#include <string>

#include "greenhouse/storage.h"

typedef std::map<uint32_t, std::string> FlashPages;

struct FakeFlash : greenhouse::Storage {
  FlashPages& pages;
  explicit FakeFlash(FlashPages& pages) : pages(pages) {}

  const char* name() const override { return "flash"; }
  bool list(uint32_t from, Listing& listing) override {
    for (const auto& page : pages) {
      if (page.first < from) continue;
      if (listing.first == 0) listing.first = page.first;
      listing.last = page.first;
    }
    return true;
  }
  size_t size(uint32_t page) override { return pages.count(page) == 0 ? 0 : pages[page].size(); }
  bool read(uint32_t page, size_t offset, void* data, size_t length) override {
    if (size(page) < offset + length) return false;
    memcpy(data, pages[page].data() + offset, length);
    return true;
  }
};
