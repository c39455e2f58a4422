extension Canvas {
  /// Makes each pixel the mean of a square around it, across and then down.
  func blur(radius: Int) {
    let (pixels, width, height) = (pixels, width, height)
    func pass(_ lines: Int, _ length: Int, _ place: (Int, Int) -> Int) {
      for line in 0..<lines {
        let old = (0..<length).map { pixels[place(line, $0)] }
        for at in 0..<length {
          var sums = SIMD4<UInt32>(repeating: 0)
          for near in max(0, at - radius)...min(length - 1, at + radius) {
            sums &+= SIMD4(old[near] & 255, old[near] >> 8 & 255, old[near] >> 16 & 255, 1)
          }
          let mean = sums / SIMD4(repeating: sums.w)
          pixels[place(line, at)] = mean.x | mean.y << 8 | mean.z << 16
        }
      }
    }
    pass(height, width) { $0 * width + $1 }
    pass(width, height) { $1 * width + $0 }
  }
}
