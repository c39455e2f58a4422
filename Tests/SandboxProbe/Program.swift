import CLinux
import Glibc
import Imaging

/// Goes behind the wall and tries one thing: for the tests of the wall, who see from outside what became of it.
///
/// It ends with the `errno` of what was refused, with 0 where nothing was, or by the signal that stopped it.
@main
enum Program {
  static func main() {
    let attempt = CommandLine.arguments.dropFirst().first ?? ""
    // A descriptor that somebody forgot to close.
    let forgotten = dup(STDIN_FILENO)
    _ = clinux_start_second_thread(1 << 20)
    do {
      try Confinement(memory: 512 << 20, processorSeconds: 1, seconds: attempt == "wait" ? 1 : 60).enter()
    } catch {
      print(error)
      exit(200)
    }
    errno = 0
    let isRefused =
      switch attempt {
      case "nothing": false
      case "open": open("/etc/hostname", O_RDONLY) < 0
      case "create": open("/tmp/albumscan-probe", O_WRONLY | O_CREAT, 0o600) < 0
      case "unlink": unlink("/tmp/albumscan-probe") < 0
      case "socket": socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) < 0
      case "program": execv("/bin/true", [strdup("/bin/true"), nil]) < 0
      case "process": fork() < 0
      case "thread": startsThread()
      case "open in the second thread": opensInSecondThread()
      case "signal": kill(getppid(), 0) < 0
      case "code": mmap(nil, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
      case "forgotten": write(forgotten, "x", 1) < 0
      case "descriptor": dup(STDIN_FILENO) < 0
      case "core": clinux_limit_core(.max) < 0
      case "dumps": clinux_set_parent_death_signal(0) < 0
      // What malloc returns, the optimizer would leave out.
      case "memory": mmap(nil, 1 << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED
      case "compute": computesForEver()
      case "wait": read(STDIN_FILENO, UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1), 1) < 0
      default: true
      }
    exit(isRefused ? errno : 0)
  }

  private static func startsThread() -> Bool {
    errno = clinux_start_thread({ _ in nil }, nil, 1 << 20)
    return errno != 0
  }

  private static func opensInSecondThread() -> Bool {
    var refusal: Int32 = 0
    clinux_run_both(
      { _ in }, nil,
      { refusal in
        if open("/etc/hostname", O_RDONLY) < 0 { refusal?.storeBytes(of: errno, as: Int32.self) }
      }, &refusal)
    errno = refusal
    return refusal != 0
  }

  private static func computesForEver() -> Bool {
    while time(nil) != 0 {}
    return false
  }
}
