import Albums
import Foundation
import Testing

/// The codes for what may be wrong.
@Suite struct HealthCodeTests {
  @Test func `each is in docs/health.md, with its meaning`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "docs/health.md"), encoding: .utf8)
    for code in HealthCode.allCases {
      #expect(text.contains("| `\(code.rawValue)` | \(code.meaning) |"), "\(code)")
    }
    for code in FaultCode.allCases {
      #expect(text.contains("| `\(code.rawValue)` | \(code.meaning) |"), "\(code)")
    }
    let rows = HealthCode.allCases.count + FaultCode.allCases.count
    #expect(text.split(separator: "\n").count { $0.hasPrefix("| `") } == rows)
  }

  @Test func `a word is known with a folder behind it`() {
    #expect(HealthCode(printed: "watch-limit /home/me/my inbox") == .watchLimit)
    #expect(HealthCode(printed: "disk") == .disk)
    #expect(HealthCode(printed: "diskette") == nil)
  }

  @Test func `a fault's code is known with a provider's own behind it, in harmless letters`() {
    let fault = Fault.fail(.answered, detail: "400.invalid_request_error", "no")
    #expect(fault.printedCode == "answered.400.invalid_request_error")
    #expect(FaultCode(printed: fault.printedCode) == .answered)
    #expect(FaultCode.answered.printed(with: "400.\u{1B}[2J ä") == "answered.400.--2J---")
    #expect(FaultCode(printed: "no-such-code") == nil)
  }
}
