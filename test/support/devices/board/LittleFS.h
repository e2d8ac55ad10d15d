// The flash's file system, in a folder of the test. Without a folder there is no file system. As on a board, written
// data count after the file is closed.

#pragma once

#include <dirent.h>
#include <errno.h>
#include <memory>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

static std::string flashFolder = getenv("FLASH_FOLDER") == nullptr ? "" : getenv("FLASH_FOLDER");

class File {
 public:
  File() {}
  File(const std::string& path, const char* mode) : name_(path.substr(path.rfind('/') + 1)) {
    struct stat found;
    const bool isThere = stat(path.c_str(), &found) == 0;
    if (isThere && S_ISDIR(found.st_mode)) folder_.reset(opendir(path.c_str()), closedir);
    else if (FILE* file = fopen(path.c_str(), mode)) file_.reset(file, fclose);
    path_ = path;
  }

  explicit operator bool() const { return file_ != nullptr || folder_ != nullptr; }
  const char* name() const { return name_.c_str(); }
  bool isDirectory() const { return folder_ != nullptr; }
  size_t size() const {
    struct stat found;
    return stat(path_.c_str(), &found) == 0 ? static_cast<size_t>(found.st_size) : 0;
  }
  bool seek(uint32_t offset) { return fseek(file_.get(), static_cast<long>(offset), SEEK_SET) == 0; }
  size_t read(uint8_t* data, size_t length) { return fread(data, 1, length, file_.get()); }
  size_t write(const uint8_t* data, size_t length) { return fwrite(data, 1, length, file_.get()); }
  void close() { file_.reset(); }

  File openNextFile() {
    for (const dirent* entry; (entry = readdir(folder_.get())) != nullptr;) {
      if (entry->d_name[0] != '.') return File(path_ + "/" + entry->d_name, "r");
    }
    return File();
  }

 private:
  std::string path_;
  std::string name_;
  std::shared_ptr<FILE> file_;
  std::shared_ptr<DIR> folder_;
};

struct FlashFileSystem {
  bool begin(bool = true) {
    for (size_t at = 1; at < flashFolder.size(); at++) {
      if (flashFolder[at] == '/') ::mkdir(flashFolder.substr(0, at).c_str(), 0777);
    }
    return !flashFolder.empty() && (::mkdir(flashFolder.c_str(), 0777) == 0 || errno == EEXIST);
  }
  bool exists(const char* path) { return access(at(path).c_str(), F_OK) == 0; }
  bool mkdir(const char* path) { return ::mkdir(at(path).c_str(), 0777) == 0; }
  File open(const char* path, const char* mode) { return File(at(path), mode); }
  bool remove(const char* path) { return unlink(at(path).c_str()) == 0; }
  bool rename(const char* from, const char* to) { return ::rename(at(from).c_str(), at(to).c_str()) == 0; }

 private:
  static std::string at(const char* path) { return flashFolder + path; }
};

static FlashFileSystem LittleFS;
