import Glibc

/// Wakes poll(2) (POLLPRI) when something is mounted or unmounted, which folder watches don't report. proc(5)
struct MountTable: ~Copyable {
  /// -1, which poll(2) passes over, where there is no /proc.
  let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)

  deinit { if descriptor >= 0 { close(descriptor) } }
}
