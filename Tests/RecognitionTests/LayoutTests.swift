import CFeatures
import Testing

/// Files of earlier versions, and the imaging process of this one, have features in these bytes.
@Suite struct LayoutTests {
  @Test func `a feature lies in the bytes in which it is kept`() {
    #expect(CFEATURES_LENGTH == 128)
    #expect(MemoryLayout<cfeature>.size == 132)
    #expect(MemoryLayout<cfeature>.stride == 132)
    #expect(MemoryLayout<cfeature>.offset(of: \.x) == 0)
    #expect(MemoryLayout<cfeature>.offset(of: \.y) == 2)
    #expect(MemoryLayout<cfeature>.offset(of: \.descriptor) == 4)
  }
}
