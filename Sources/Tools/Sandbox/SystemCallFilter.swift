internal import CSeccomp
internal import Glibc

/// The system calls allowed in the sandbox, through libseccomp.
///
/// Calls that computing and the C library need are allowed. Calls that only an attacker would make kill the process.
/// All others fail with EPERM, so that a library that looks for an optional file finds none and continues.
enum SystemCallFilter {
  private static let allowed = [
    "read", "write", "readv", "writev", "lseek", "pread64", "close", "fstat", "newfstatat",
    "brk", "munmap", "mremap", "madvise",
    "futex", "sched_yield", "getpid", "gettid", "getrandom", "clock_gettime", "clock_nanosleep", "nanosleep",
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "restart_syscall",
    "exit", "exit_group",
  ]

  /// No program is started, nobody is spoken to, no process is looked into.
  private static let deadly = [
    "execve", "execveat", "fork", "vfork", "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    "sendto", "sendmsg", "ptrace", "process_vm_readv", "process_vm_writev", "bpf", "keyctl", "io_uring_setup",
    "userfaultfd", "perf_event_open", "mount", "unshare", "setns", "init_module", "finit_module", "kexec_load",
  ]

  static func load() throws(ConfinementError) {
    guard let filter = seccomp_init(refuse) else { throw ConfinementError(part: "a filter", number: ENOMEM) }
    defer { seccomp_release(filter) }
    // Threads that are there already get it as well, and the promise of no new privileges with it (seccomp(2)).
    let shared = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1)
    if shared != 0 { throw ConfinementError(part: "a filter for all threads", number: -shared) }
    for name in allowed { try add(SCMP_ACT_ALLOW, name, to: filter) }
    for name in deadly { try add(kill, name, to: filter) }
    // Memory may be had, but never to run from.
    let notExecutable = scmp_arg_cmp(arg: 2, op: SCMP_CMP_MASKED_EQ, datum_a: UInt64(PROT_EXEC), datum_b: 0)
    for name in ["mmap", "mprotect"] { try add(SCMP_ACT_ALLOW, name, to: filter, where: [notExecutable]) }
    // A trap ends this process by a signal; nobody else gets one.
    let ours = scmp_arg_cmp(arg: 0, op: SCMP_CMP_EQ, datum_a: UInt64(getpid()), datum_b: 0)
    try add(SCMP_ACT_ALLOW, "tgkill", to: filter, where: [ours])
    let result = seccomp_load(filter)
    if result != 0 { throw ConfinementError(part: "a system call filter", number: -result) }
  }

  private static func add(
    _ action: UInt32, _ name: String, to filter: scmp_filter_ctx, where conditions: [scmp_arg_cmp] = []
  ) throws(ConfinementError) {
    let number = seccomp_syscall_resolve_name(name)
    // Not every architecture has every call; one that isn't there needs no rule.
    guard number != __NR_SCMP_ERROR else { return }
    let result = seccomp_rule_add_array(filter, action, number, UInt32(conditions.count), conditions)
    if result != 0 { throw ConfinementError(part: "the rule for \(name)", number: -result) }
  }

  // libseccomp's macros with a cast don't come across (seccomp.h).
  private static let refuse: UInt32 = 0x0005_0000 | UInt32(EPERM)
  private static let kill: UInt32 = 0x8000_0000
}
