/// Why there is no picture.
///
/// The first group is about the file, so a retry gives the same error; the second is about this attempt or this
/// computer.
package enum ImagingClientError: Error, Equatable, Sendable {
  case emptyFile
  case notAnImage
  /// A picture, or something similar, in an unsupported format. `format` is its usual name: `TIFF or camera raw`, `a
  /// video`.
  case unsupported(format: String)
  /// More pixels or bytes than allowed; the text says how many.
  case tooLarge(String)
  /// Too few pixels for a cover; the text says how many.
  case tooSmall(String)
  /// Damaged beyond use; the text is the decoder's message.
  case broken(String)
  /// The imaging process crashed; the number of the signal.
  case crashed(signal: Int32)
  /// It needed more memory or processor time than one picture may use.
  case limitExceeded(String)

  /// The file was being written while it was read.
  case changed
  /// The deadline passed.
  case timedOut
  /// The reply is invalid: the process has another version, or has been taken over.
  case garbled(String)
  /// The imaging program is missing or can't be run.
  case programMissing(String)
  /// No process could be started, or its sandbox couldn't be set up.
  case unavailable(String)
  /// The text recognition models are missing; the text is the folder where they belong.
  case modelsMissing(String)
  /// The engine can't load the models; the text says which.
  case modelsUnusable(String)
  case canceled
}

extension ImagingClientError {
  /// The problem, as a sentence for people.
  package var reason: String {
    switch self {
    case .emptyFile: "The file is empty."
    case .notAnImage: "The file is not an image."
    case .unsupported(let format): "\(Self.subject(format)) aren't supported."
    case .tooLarge(let what): "The photo is too large: \(what)."
    case .tooSmall(let what): "The photo is too small: \(what)."
    case .broken(let what): "The photo is damaged: \(what)."
    case .crashed(let signal): "The photo made the image decoder crash (signal \(signal)); nothing else is affected."
    case .limitExceeded(let what): "The photo needs more \(what) than a single picture may use."
    case .changed: "The file changed while it was being read."
    case .timedOut: "Preparing the picture took too long and was stopped."
    case .garbled(let what): "The imaging program's answer is invalid: \(what)."
    case .programMissing(let path): "The imaging program can't be run: \(path)."
    case .unavailable(let what): "The imaging program couldn't be started: \(what)."
    case .modelsMissing(let folder): "The text recognition models aren't in \(folder)."
    case .modelsUnusable(let what): "The text recognition models can't be used: \(what)."
    case .canceled: "Preparing the picture was canceled."
    }
  }

  /// What to do; nil if the only thing to do is wait.
  package var cure: String? {
    switch self {
    case .emptyFile: "Copy the photo again; the transfer was probably cut short."
    case .notAnImage: "Only photos can be scanned: JPEG, HEIC, AVIF, PNG, WebP, or GIF."
    case .unsupported(let format): Self.conversion(of: format)
    case .tooLarge: "Make it smaller: vipsthumbnail PHOTO --size 4000 -o small.jpg"
    case .tooSmall: "Use the photo itself, not a preview of it."
    case .broken, .crashed, .limitExceeded: "Copy the photo again from the camera, or take a new one."
    case .programMissing, .garbled: "Reinstall the package: apt reinstall albumscan"
    case .unavailable: "Free memory, or lower the number of processes, then: systemctl --user restart albumscand"
    case .modelsMissing, .modelsUnusable: "`albumscanctl doctor` shows how to get them."
    case .changed, .timedOut, .canceled: nil
    }
  }

  /// `reason`, followed by `cure` if there is one.
  package var message: String { cure.map { "\(reason) \($0)" } ?? reason }

  private static func conversion(of format: String) -> String {
    switch format {
    case "a video": "Take a photo of the cover instead."
    case _ where format == "HEIC" || format == "AVIF" || format.hasSuffix("HEIF"):
      "The decoder for it is missing, or the file is of a rare kind. Set the camera to \"Most compatible\" (JPEG), or "
        + "export it as JPEG."
    case "PDF": "Convert its page to a picture: pdftoppm -jpeg -singlefile DOCUMENT photo"
    case "Lossless JPEG", "JPEG-LS": "Convert it to PNG: ffmpeg -i PHOTO PHOTO.png"
    case _ where format.hasSuffix("JPEG"): "Export it as an ordinary JPEG (8 bits, not hierarchical) from its program."
    case "JPEG XL": "Convert it to JPEG: djxl PHOTO PHOTO.jpg"
    case "camera raw", "TIFF or camera raw":
      "Export it as JPEG from the camera or its program; a plain TIFF: vips copy PHOTO PHOTO.jpg"
    default: "Convert it to JPEG: vips copy PHOTO PHOTO.jpg"
    }
  }

  private static func subject(_ format: String) -> String {
    switch format {
    case "a video": "Videos"
    case "PDF": "PDF documents"
    case "SVG": "SVG drawings"
    case "HEIC", "AVIF": "Such \(format) photos"
    default: "\(format) photos"
    }
  }
}
