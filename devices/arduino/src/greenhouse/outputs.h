// The outputs of a board. A SensorClient reports them and receives their orders.

#pragma once

#include <stdint.h>
#include <string.h>

#include "output.h"
#include "output_reader.h"
#include "platform.h"
#include "storage.h"
#include "text.h"

namespace greenhouse {

class Outputs {
 public:
  static const bool kHasOutputs = true;
  static const uint8_t kMaxOutputs = 8;

  // `storage`: keeps how long each output was on, in a folder of its own. Without a storage no output ever goes on.
  // `intervalMs`: the time between requests when there is no reading to send. A lease must be several times as long.
  Outputs(Platform& platform, Storage* storage, uint32_t intervalMs = 30000)
      : platform_(platform), storage_(storage), intervalMs_(intervalMs) {}

  // Adds an output, and switches it off. Call it at the beginning of setup(). The output must outlive this object.
  // Returns false if the name is not valid or is taken, or if there are eight outputs already. Then the output never
  // goes on.
  bool add(Output& output) {
    if (count_ == kMaxOutputs || !isName(output.name()) || isTaken(output)) {
      Text<100> line;
      line.add("output cannot be added: ").add(output.name());
      platform_.report(line.get());
      output.begin();
      return false;
    }
    outputs_[count_++] = &output;
    output.join(platform_, storage_);
    return true;
  }

  // Switches off outputs whose time is over. SensorClient::poll() calls it. Call it yourself if the board has no timer
  // and a loop takes long.
  void advance() {
    for (uint8_t i = 0; i < count_; i++) outputs_[i]->advance();
  }

  // The members below are for SensorClient.

  typedef OutputReader Reader;

  // A pointer to outputs. A client without outputs has no such pointer.
  struct Link {
    Link(Outputs& outputs) : to(&outputs) {}
    Outputs& outputs() const { return *to; }
    Outputs* to;
  };

  Reader reader() const { return Reader(outputs_, count_); }

  // Returns the milliseconds until the next request is due. A change is reported soon, with a short pause in between.
  int64_t dueInMs() {
    if (count_ == 0) return INT32_MAX;
    if (!hasSent_) return 0;
    const int64_t pauseMs = changes() != toldChanges_ ? kMinPauseMs : intervalMs_;
    const int64_t dueIn = sentAtMs_ + pauseMs - platform_.uptimeMs();
    return dueIn > 0 ? dueIn : 0;
  }

  // Returns the milliseconds until an output's time is over.
  int64_t overInMs() {
    int64_t overIn = INT32_MAX;
    for (uint8_t i = 0; i < count_; i++) {
      const int64_t left = outputs_[i]->value_ > 0 ? outputs_[i]->endsAtMs_ - platform_.uptimeMs() : overIn;
      if (left < overIn) overIn = left > 0 ? left : 0;
    }
    return overIn;
  }

  // Writes the field `outputs` of a request, with the state at the time of `sending`.
  template <class Out>
  void write(Out& out) const {
    if (count_ == 0) return;
    static const char* const reasons[] = {"order", "lease", "limit", "local", "start", "fault", "fallback"};
    out.add(",\"outputs\":{");
    for (uint8_t i = 0; i < count_; i++) {
      const Output& output = *outputs_[i];
      if (i > 0) out.add(',');
      out.add('"').add(output.name()).add("\":{\"value\":").addInteger(output.value_);
      out.add(",\"version\":").addInteger(output.version_);
      out.add(",\"reason\":\"").add(reasons[output.reason_]).add('"');
      const int64_t agoMs = sentAtMs_ - output.changedAtMs_;
      if (agoMs <= kMaxAgoMs) out.add(",\"agoMs\":").addInteger(agoMs);
      out.add('}');
    }
    out.add('}');
  }

  // Call it before a request: `write` gives the state of this moment.
  void sending() {
    hasSent_ = true;
    sentAtMs_ = platform_.uptimeMs();
    sentChanges_ = changes();
  }
  // The backend has accepted the request.
  void sent() { toldChanges_ = sentChanges_; }

  // Applies an answer with status 200. `isJson`: the whole answer could be read. `sentAtMs`: the uptime at which its
  // request was sent.
  void take(const Reader& reader, bool isJson, int64_t sentAtMs) {
    if (isJson && !reader.hasOutputs()) return;
    for (uint8_t i = 0; i < count_; i++) outputs_[i]->take(isJson && reader.isObject(), sentAtMs);
  }

 private:
  static const int64_t kMinPauseMs = 2000;
  static const int64_t kMaxAgoMs = 30LL * 24 * 3600 * 1000;

  static bool isName(const char* name) {
    const size_t length = strlen(name);
    for (size_t i = 0; i < length; i++) {
      const char at = name[i];
      const bool isLetter = at >= 'a' && at <= 'z';
      const bool isOther = (at >= '0' && at <= '9') || at == '_' || at == '-';
      if (!isLetter && (i == 0 || !isOther)) return false;
    }
    return length > 0 && length <= 15;
  }

  // Returns whether another output has this name, or the same page: two names share a page once in 65,000 times.
  bool isTaken(Output& output) const {
    for (uint8_t i = 0; i < count_; i++) {
      if (outputs_[i]->page().number() == output.page().number()) return true;
    }
    return false;
  }

  uint32_t changes() const {
    uint32_t changes = 0;
    for (uint8_t i = 0; i < count_; i++) changes += outputs_[i]->changes_;
    return changes;
  }

  Platform& platform_;
  Storage* storage_;
  uint32_t intervalMs_;
  Output* outputs_[kMaxOutputs] = {};
  uint8_t count_ = 0;
  bool hasSent_ = false;
  // Uptime of the last request; the changes that it reported; the changes that the last accepted request reported.
  int64_t sentAtMs_ = 0;
  uint32_t sentChanges_ = 0;
  uint32_t toldChanges_ = 0;
};

}  // namespace greenhouse
