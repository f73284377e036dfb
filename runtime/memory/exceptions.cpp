// Shadows of exception objects: found again by the address of the object where it is caught.
#include <array>

namespace {

struct Entry {
  void *object = nullptr, *shadow = nullptr;
  int lane = 0;
};

// Exceptions in flight are few; the oldest note makes room.
thread_local std::array<Entry, 256> notes;
thread_local unsigned next = 0;

} // namespace

extern "C" {

void cotangent_exception_note(void *object, void *shadow, int lane) noexcept { notes[next++ % notes.size()] = {object, shadow, lane}; }

/// The shadow noted last for this object; the object itself if it was thrown by code that is not differentiated.
void *cotangent_exception_shadow(void *object, int lane) noexcept {
  for (unsigned i = 0; i < notes.size(); ++i) {
    const Entry &entry = notes[(next - 1 - i) % notes.size()];
    if (entry.object == object && entry.lane == lane)
      return entry.shadow;
  }
  return object;
}
}
