internal import Foundation

/// The default route, as the kernel lists it (proc_net(5)).
enum DefaultRoute {
  static var isThere: Bool {
    // The second field is the destination, in hexadecimal; `RTF_UP` is the lowest of the flags in the fourth.
    let four = lines(of: "/proc/net/route").dropFirst().contains { fields in
      fields.count > 3 && fields[1] == "00000000" && (Int(fields[3], radix: 16) ?? 0) & 1 == 1
    }
    // The first two are the destination and its length; the last is the device.
    let six = lines(of: "/proc/net/ipv6_route").contains { fields in
      fields.count > 9 && fields[0].allSatisfy { $0 == "0" } && fields[1] == "00" && fields[9] != "lo"
    }
    return four || six
  }

  private static func lines(of file: String) -> [[Substring]] {
    let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map { $0.split { $0 == " " || $0 == "\t" } }
  }
}
