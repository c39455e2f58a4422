import CFeatures
import CRecognition
import Testing

/// Two C targets that don't know each other write and read the same bytes.
@Suite struct LayoutTests {
  @Test func `a feature lies in the same bytes for the one who finds it and for the one who compares it`() {
    #expect(MemoryLayout<cfeature>.size == MemoryLayout<crecognition_feature>.size)
    #expect(MemoryLayout<cfeature>.stride == MemoryLayout<crecognition_feature>.stride)
    #expect(MemoryLayout<cfeature>.alignment == MemoryLayout<crecognition_feature>.alignment)
    #expect(MemoryLayout<cfeature>.offset(of: \.x) == MemoryLayout<crecognition_feature>.offset(of: \.x))
    #expect(MemoryLayout<cfeature>.offset(of: \.y) == MemoryLayout<crecognition_feature>.offset(of: \.y))
    #expect(
      MemoryLayout<cfeature>.offset(of: \.descriptor) == MemoryLayout<crecognition_feature>.offset(of: \.descriptor))
    #expect(CFEATURES_LENGTH == CRECOGNITION_LENGTH)
  }
}
