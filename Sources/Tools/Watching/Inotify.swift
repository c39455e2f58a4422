import Glibc
import SystemPackage

/// An inotify(7) instance: the kernel's reports about folders.
struct Inotify: ~Copyable {
  struct Event {
    let watch: Int32
    let mask: UInt32
    /// The name inside the watched folder; empty if the report is about the folder itself.
    let name: [UInt8]

    func has(_ flag: some BinaryInteger) -> Bool { mask & UInt32(truncatingIfNeeded: flag) != 0 }
    var isFolder: Bool { has(IN_ISDIR) }
  }

  /// Only what is needed: reading a file must not cause an event.
  static let arrivals =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_CREATE) | UInt32(IN_DELETE)
    | UInt32(IN_ATTRIB) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
  /// New names in a folder above a missing inbox, in addition to what is already watched there.
  static let newNames =
    UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
    | UInt32(IN_MASK_ADD)

  let descriptor: Int32

  init() throws(Errno) {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
  }

  deinit { close(descriptor) }

  /// Watches a folder, but not a symbolic link to one. A folder that is already watched keeps its watch number. A link
  /// above it would be followed, but all that comes of it are names, which are looked at without following any.
  func watch(_ folder: FilePath, _ mask: UInt32) throws(Errno) -> Int32 {
    let mask = mask | UInt32(IN_DONT_FOLLOW)
    let (number, code) = folder.withPlatformString { (inotify_add_watch(descriptor, $0, mask), errno) }
    guard number >= 0 else { throw Errno(rawValue: code) }
    return number
  }

  func unwatch(_ watch: Int32) { _ = inotify_rm_watch(descriptor, watch) }

  /// The events since the last call; may be empty. Never waits.
  func read() -> [Event] {
    let descriptor = descriptor
    return withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) {
      Self.events(in: $0, Glibc.read(descriptor, $0.baseAddress, $0.count))
    }
  }

  private static func events(in buffer: UnsafeMutableRawBufferPointer, _ count: Int) -> [Event] {
    guard count > 0 else { return [] }
    var events: [Event] = []
    var offset = 0
    let headerSize = MemoryLayout<inotify_event>.size
    while offset + headerSize <= count {
      let header = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let length = Int(header.len)
      guard offset + headerSize + length <= count else { break }
      // The name is padded with zero bytes, at least one.
      let padded = buffer[(offset + headerSize)..<(offset + headerSize + length)]
      let name = Array(padded.prefix { $0 != 0 })
      events.append(Event(watch: header.wd, mask: header.mask, name: name))
      offset += headerSize + length
    }
    return events
  }
}
