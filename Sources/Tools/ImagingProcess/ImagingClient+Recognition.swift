package import FoundationEssentials
package import SystemPackage

extension ImagingClient {
  /// How many covers are compared in one go.
  package static let mostCovers = MatchRequest.mostCovers

  /// The picture of a photo, what the photo can be recognized by, and its barcodes, in one go.
  package func study(_ photo: FileDescriptor) async throws(ImagingClientError) -> StudiedPhoto {
    guard case .study(let picture, let features, let barcodes) = try await reply(to: .study, about: photo) else {
      throw .garbled("no study")
    }
    return StudiedPhoto(picture: PreparedPicture(picture), features: Data(features), barcodes: barcodes)
  }

  /// What a cover can be recognized by; `bytes` are its file.
  package func features(ofCover bytes: Data) async throws(ImagingClientError) -> Data {
    guard case .cover(let features) = try await reply(to: .cover, about: bytes) else { throw .garbled("no features") }
    return Data(features)
  }

  /// How many places a picture can be recognized by; `features` are what was made of it here.
  package static func count(of features: Data) -> Int { FeatureFormat.count(of: features) }

  /// Looks for each cover in the photo; the answers are in the order of the covers.
  ///
  /// - Parameters:
  ///   - photo: the features of the photo.
  ///   - covers: the features of at most `mostCovers` covers.
  package func match(_ photo: Data, with covers: [Data]) async throws(ImagingClientError) -> [CoverSighting] {
    if covers.isEmpty { return [] }
    let request = MatchRequest(photo: Array(photo), covers: covers.map { Array($0) })
    guard case .matches(let matches) = try await reply(to: .match, about: request.encoded) else {
      throw .garbled("no matches")
    }
    guard matches.count == covers.count else { throw .garbled("\(matches.count) matches of \(covers.count)") }
    return matches.map(CoverSighting.init)
  }
}
