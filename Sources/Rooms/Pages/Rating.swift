/// A rating from 0 to 10, with one decimal.
struct Rating {
  let tenths: Int

  init(_ rating: Double) { tenths = rating.isFinite ? Int((min(max(rating, 0), 10) * 10).rounded()) : 0 }

  var words: String { tenths == 100 ? "10" : "\(tenths / 10).\(tenths % 10)" }
}
