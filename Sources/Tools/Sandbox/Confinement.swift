internal import CLinux
internal import Glibc

/// The sandbox of a process that handles hostile bytes: inside, it can compute and use its open descriptors for a
/// limited time, and nothing else.
package struct Confinement: Sendable {
  /// Address space, in bytes.
  package var memory: UInt64
  /// Processor time, in seconds; SIGXCPU ends the process.
  package var processorSeconds: UInt64
  /// Time on the wall clock, in seconds; SIGALRM ends the process. For when nobody is left to kill it.
  package var seconds: UInt32

  package init(memory: UInt64, processorSeconds: UInt64, seconds: UInt32) {
    self.memory = memory
    self.processorSeconds = processorSeconds
    self.seconds = seconds
  }

  /// Confines this process, all of its threads, for good.
  package func enter() throws(ConfinementError) {
    // Descriptors first: what isn't open can't be used.
    try demand("closed descriptors", clinux_close_from(3))
    // A core dump or a debugger would show the photo.
    try demand("protection from dumps", clinux_set_undumpable())
    // To the kernel the parent is the thread that started us; Subprocess starts all from one that lasts (prctl(2)).
    try demand("its parent's fate", clinux_set_parent_death_signal(SIGKILL))
    try demand("no new privileges", clinux_set_no_new_privileges())
    try demand("a memory limit", clinux_limit_memory(memory))
    try demand("a processor limit", clinux_limit_processor(processorSeconds))
    try demand("a file size limit", clinux_limit_file_size(0))
    try demand("a descriptor limit", clinux_limit_descriptors(0))
    try demand("a process limit", clinux_limit_processes(0))
    try demand("a core limit", clinux_limit_core(0))
    alarm(seconds)
    try SystemCallFilter.load()
  }

  private func demand(_ part: String, _ result: Int32) throws(ConfinementError) {
    if result != 0 { throw ConfinementError(part: part, number: errno) }
  }
}
