internal import CLinux
internal import CSeccomp
internal import Glibc

/// The sandbox of a process that handles hostile bytes: inside, it can compute and use its open descriptors for a
/// limited time, and nothing else.
package struct Confinement: Sendable {
  /// Address space, in bytes.
  package var memory: UInt64
  /// Processor time, in seconds. SIGXCPU then ends the process.
  package var processorSeconds: UInt64
  /// Wall-clock time, in seconds. SIGALRM then ends the process, even if its parent is gone.
  package var seconds: UInt32

  package init(memory: UInt64, processorSeconds: UInt64, seconds: UInt32) {
    self.memory = memory
    self.processorSeconds = processorSeconds
    self.seconds = seconds
  }

  /// Confines this process, with all of its threads, permanently.
  package func enter() throws(ConfinementError) {
    // Close descriptors first: what isn't open can't be used.
    try demand("closed descriptors", clinux_close_from(3))
    // A core dump or a debugger would reveal the photo.
    try demand("protection from dumps", clinux_set_undumpable())
    // To the kernel, the parent is the thread that started the process. Subprocess starts all from a permanent one
    // (prctl(2)).
    try demand("its parent's fate", clinux_set_parent_death_signal(SIGKILL))
    try demand("no new privileges", clinux_set_no_new_privileges())
    try demand("a memory limit", clinux_limit_memory(memory))
    try demand("a processor limit", clinux_limit_processor(processorSeconds))
    try demand("a file size limit", clinux_limit_file_size(0))
    try demand("a descriptor limit", clinux_limit_descriptors(0))
    try demand("a process limit", clinux_limit_processes(0))
    try demand("a core limit", clinux_limit_core(0))
    alarm(seconds)
    try Self.filterSystemCalls()
  }

  private func demand(_ part: String, _ result: Int32) throws(ConfinementError) {
    if result != 0 { throw ConfinementError(part: part, number: errno) }
  }
}

/// The sandbox couldn't be set up completely. Without it, nothing may be processed.
package struct ConfinementError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The part that failed.
  package let part: String
  /// The reason, as `errno`.
  package let number: Int32

  package var description: String { "the sandbox lacks \(part) (error \(number))" }
}

/// The system calls allowed in the sandbox, through libseccomp.
///
/// Calls that computing and the C library need are allowed. Calls that only an attacker would make kill the process.
/// All others fail with EPERM, so that a library that looks for an optional file finds none and continues.
extension Confinement {
  private static let allowed = [
    "read", "write", "readv", "writev", "lseek", "pread64", "close", "fstat", "newfstatat",
    "brk", "munmap", "mremap", "madvise",
    "futex", "sched_yield", "getpid", "gettid", "getrandom", "clock_gettime", "clock_nanosleep", "nanosleep",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
    "exit", "exit_group",
  ]

  /// Starting programs, using the network, and inspecting other processes.
  private static let deadly = [
    "execve", "execveat", "fork", "vfork", "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "sendto", "sendmsg", "ptrace", "process_vm_readv", "process_vm_writev", "bpf", "keyctl", "io_uring_setup",
    "userfaultfd", "perf_event_open", "mount", "unshare", "setns", "init_module", "finit_module", "kexec_load",
  ]

  private static func filterSystemCalls() throws(ConfinementError) {
    guard let filter = seccomp_init(refuse) else { throw ConfinementError(part: "a filter", number: ENOMEM) }
    defer { seccomp_release(filter) }
    // The filter and the no-new-privileges flag also apply to existing threads (seccomp(2)).
    let shared = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    if shared != 0 { throw ConfinementError(part: "a filter for all threads", number: -shared) }
    for name in allowed { try add(SCMP_ACT_ALLOW, name, to: filter) }
    for name in deadly { try add(kill, name, to: filter) }
    // Memory may be allocated, but never executable.
    let notExecutable = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(PROT_EXEC), datum_b: 0)
    for name in ["mmap", "mprotect"] { try add(SCMP_ACT_ALLOW, name, to: filter, where: [notExecutable]) }
    // A trap ends this process by a signal. It can't signal any other process.
    let ours = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(getpid()), datum_b: 0)
    try add(SCMP_ACT_ALLOW, "tgkill", to: filter, where: [ours])
    let result = seccomp_load(filter)
    if result != 0 { throw ConfinementError(part: "a system call filter", number: -result) }
  }

  private static func add(
    _ action: UInt32, _ name: String, to filter: scmp_filter_ctx, where conditions: [scmp_arg_cmp] = []
  ) throws(ConfinementError) {
    let number = seccomp_syscall_resolve_name(name)
    // Not every architecture has every call. A missing call needs no rule.
    guard number != __NR_SCMP_ERROR else { return }
    let result = seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions)
    if result != 0 { throw ConfinementError(part: "the rule for \(name)", number: -result) }
  }

  // Swift doesn't import libseccomp's macros that contain a cast (seccomp.h).
  private static let refuse: UInt32 = 0x0005_0000 | UInt32(EPERM)
  private static let kill: UInt32 = 0x8000_0000
}
