internal import CTurboJPEG

/// A TurboJPEG instance, to decode or to encode with.
struct TurboHandle: ~Copyable {
  let instance: tjhandle

  /// `instance` is what `tjInitDecompress` or `tjInitCompress` gave, if anything.
  init(_ instance: tjhandle?) throws(ImagingError) {
    guard let instance else { throw .outOfMemory }
    self.instance = instance
  }

  deinit { tjDestroy(instance) }

  /// The library's last word on this instance.
  var message: String { String(cString: tjGetErrorStr2(instance)) }
  /// True where it went on after trouble: then a result of -1 is no failure.
  var merelyWarns: Bool { tjGetErrorCode(instance) == Int32(TJERR_WARNING.rawValue) }

  var error: ImagingError {
    let message = message
    return message.contains("nsufficient memory") || message.contains("llocation failure")
      ? .outOfMemory : .broken(message)
  }
}
