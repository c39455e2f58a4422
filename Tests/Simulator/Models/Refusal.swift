/// A request that a service doesn't accept, for a reason other than its shape.
struct Refusal: Error {
  var status: Int
  var message: String
  var type: String?
  var param: String?
  var code: String?

  init(_ status: Int, _ message: String, type: String? = nil, param: String? = nil, code: String? = nil) {
    self.status = status
    self.message = message
    self.type = type
    self.param = param
    self.code = code
  }
}
