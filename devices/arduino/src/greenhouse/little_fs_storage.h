// Pages in the flash of an ESP32 or ESP8266, as files in a LittleFS folder.

#pragma once

#include <LittleFS.h>

#include "storage.h"
#include "text.h"

namespace greenhouse {

class LittleFsStorage : public Storage {
 public:
  // No other sensor may use the folder. The text must outlive the storage.
  explicit LittleFsStorage(const char* folder = "/greenhouse") : folder_(folder) {}

  // Call it in setup(). The first call formats the partition, which takes some seconds. False without a partition.
  bool begin() {
#if defined(ESP32)
    isMounted_ = LittleFS.begin(true);
#else
    isMounted_ = LittleFS.begin();
#endif
    return isMounted_ && (LittleFS.exists(folder_) || LittleFS.mkdir(folder_));
  }

  const char* name() const override { return folder_; }

  bool list(uint32_t from, Listing& listing) override {
    if (!isMounted_ && !begin()) return false;
    File folder = LittleFS.open(folder_, "r");
    if (!folder || !folder.isDirectory()) return false;
    for (File file = folder.openNextFile(); file; file = folder.openNextFile()) {
      uint32_t page;
      if (!readNumber(file.name(), page)) listing.hasOthers = true;
      else if (page >= from) include(page, listing);
    }
    return true;
  }

  size_t size(uint32_t page) override { return open(page) ? file_.size() : 0; }

  bool read(uint32_t page, size_t offset, void* data, size_t length) override {
    if (!open(page)) return false;
    // Some cores read a whole block after each seek.
    if (offset != position_ && !file_.seek(static_cast<uint32_t>(offset))) return false;
    const bool isRead = static_cast<size_t>(file_.read(static_cast<uint8_t*>(data), length)) == length;
    position_ = isRead ? offset + length : kUnknown;
    return isRead;
  }

  bool append(uint32_t page, const void* data, size_t length) override {
    const size_t before = size(page);
    close();
    File file = LittleFS.open(Name(folder_, page).get(), "a");
    if (!file) return false;
    const size_t written = file.write(static_cast<const uint8_t*>(data), length);
    file.close();
    // File::close() does not report a full flash: the size shows it.
    const bool isThere = written == length && size(page) == before + length;
    close();
    return isThere;
  }

  bool move(uint32_t from, uint32_t to) override {
    close();
    return LittleFS.rename(Name(folder_, from).get(), Name(folder_, to).get());
  }

  bool remove(uint32_t page) override {
    close();
    const Name name(folder_, page);
    return LittleFS.exists(name.get()) && LittleFS.remove(name.get());
  }

  void release() override { close(); }

 private:
  static const size_t kUnknown = static_cast<size_t>(-1);

  // Names sort in the order of the pages: "/greenhouse/00000001.page".
  struct Name : Text<96> {
    Name(const char* folder, uint32_t page) {
      add(folder).add('/');
      for (uint32_t unit = 10000000; unit > 0; unit /= 10) add(static_cast<char>('0' + page / unit % 10));
      add(".page");
    }
  };

  // Reads the page's number from a file's name; false if the file is not a page. Some cores give the whole path.
  static bool readNumber(const char* name, uint32_t& page) {
    const char* slash = strrchr(name, '/');
    if (slash != nullptr) name = slash + 1;
    page = 0;
    for (int i = 0; i < 8; i++) {
      if (name[i] < '0' || name[i] > '9') return false;
      page = page * 10 + static_cast<uint32_t>(name[i] - '0');
    }
    return strcmp(name + 8, ".page") == 0;
  }

  static void include(uint32_t page, Listing& listing) {
    if (listing.first == 0 || page < listing.first) listing.first = page;
    if (page > listing.last) listing.last = page;
  }

  // Opens the page, and keeps it open for further reads.
  bool open(uint32_t page) {
    if (file_ && page_ == page) return true;
    close();
    const Name name(folder_, page);
    if (!LittleFS.exists(name.get())) return false;
    file_ = LittleFS.open(name.get(), "r");
    page_ = page;
    position_ = 0;
    return file_ ? true : false;
  }

  void close() {
    if (file_) file_.close();
    file_ = File();
  }

  const char* folder_;
  bool isMounted_ = false;
  File file_;
  uint32_t page_ = 0;
  // Position of the next byte to read.
  size_t position_ = 0;
};

}  // namespace greenhouse
