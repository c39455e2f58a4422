import Albums
import Testing

@testable import Services

@Suite struct MusicBrainzLuceneTests {
  @Test(arguments: [
    "+", "-", "&", "|", "!", "(", ")", "{", "}", "[", "]", "^", "\"", "~", "*", "?", ":", "\\", "/",
  ])
  func `each special character is escaped outside of quotation marks`(character: String) {
    #expect(Lucene.escaped("a\(character)b") == "a\\\(character)b")
    #expect(Lucene.fuzzy("release", "a\(character)b") == "release:(a\\\(character)b~)")
  }

  @Test(arguments: [
    ("+", "+"), ("-", "-"), ("&", "&"), ("|", "|"), ("!", "!"), ("(", "("), (")", ")"), ("{", "{"), ("}", "}"),
    ("[", "["), ("]", "]"), ("^", "^"), ("\"", "\\\""), ("~", "~"), ("*", "*"), ("?", "?"), (":", ":"),
    ("\\", "\\\\"), ("/", "/"),
  ])
  func `in quotation marks only the backslash and the mark itself are`(character: String, written: String) {
    #expect(Lucene.phrase("release", "a\(character)b") == "release:\"a\(written)b\"")
  }

  @Test func `operators are words, in lower case`() {
    #expect(Lucene.phrase("release", "War AND Peace OR NOT") == "release:\"war and peace or not\"")
    #expect(Lucene.fuzzy("release", "NOT Now") == "release:(not~ now~)")
  }

  @Test func `Japanese is asked for by pairs of letters, as the index has them, and nothing in it may be misspelled`() {
    #expect(Lucene.alike(["ワインの", "匂"], joint: " AND ") == #"("ワイ" "イン" "ンの") AND ("匂")"#)
  }

  @Test func `a catalog number is demanded, and a label only preferred`() throws {
    let number = try #require(CatalogNumber("SHVL 804"))
    #expect(
      FallbackQueries.query(for: .catalogNumber(number, among: ["harvest"]))
        == .init(entity: .release, query: #"+catno:"shvl 804" label:(harvest~2)"#))
    #expect(FallbackQueries.query(for: .catalogNumber(number, among: []))?.query == #"+catno:"shvl 804""#)
  }

  @Test func `a value is one line without gaps at its ends`() {
    #expect(Lucene.phrase("artist", " The \n Paper\u{0}\tKites ") == "artist:\"the paper kites\"")
  }

  @Test(arguments: ["", "  ", "()", "+", "\"", "-- !"])
  func `where there is no word, nothing is looked for`(value: String) {
    #expect(Lucene.phrase("release", value) == nil)
    #expect(Lucene.fuzzy("release", value) == nil)
    #expect(Lucene.words(value) == nil)
  }

  @Test(arguments: ["Привет", "東京", "÷", "☮", "7"])
  func `words of all scripts are looked for, and symbols that the index has`(value: String) {
    #expect(Lucene.phrase("release", value) == "release:\"\(value.lowercased())\"")
  }

  @Test func `a value of any length makes a query of bounded length`() {
    let endless = String(repeating: "long ", count: 100_000)
    #expect(Lucene.phrase("release", endless).map { $0.count <= Lucene.longest + 20 } == true)
    #expect(Lucene.fuzzy("release", endless).map { $0.count <= 80 } == true)
    #expect(Lucene.words(endless).map { $0.count <= Lucene.longest } == true)
  }

  @Test func `raw text loses all syntax`() {
    #expect(Lucene.words("Glass/Harbour: \"Low (Tide)\" -2") == "glass harbour low tide 2")
  }
}

@Suite struct FallbackQueriesTests {
  @Test func `what is printed is one search, which strangers' words can't turn into another`() throws {
    let ask = { (question: PrintedQuestion) in FallbackQueries.query(for: question)?.query }
    #expect(
      ask(.words(["marla", "quist", "lanterns", "500"]))
        == "releasegroup:(marla~1 quist~1 lanterns~2 500) AND artist:(marla~1 quist~1 lanterns~2 500)")
    #expect(
      ask(.names([["paper", "lanterns"], ["ox"]]))
        == "(artist:((paper~1 AND lanterns~2) OR (ox)) OR releasegroup:((paper~1 AND lanterns~2) OR (ox)))"
        + " AND primarytype:(album OR ep)")
    let id = "6f1d2c3b-0000-4000-8000-000000000001"
    #expect(ask(.albums(ofArtist: MBID(id))) == "arid:\(id) AND primarytype:(album OR ep)")
    #expect(ask(.albums(ofArtist: MBID("x OR *:*"))) == nil)
    #expect(ask(.words(["", "*", "\"", "a b"])) == nil)
    #expect(ask(.words(["a:b", "AND", "x*"]))?.contains("a\\:b and x\\*") == true)
    let long = ask(.words(Array(repeating: String(repeating: "x", count: 10_000), count: 500)))
    #expect((long?.utf8.count ?? .max) < 1200)
  }

  private func queries(_ query: CatalogQuery) -> [String] { FallbackQueries.queries(for: query).map(\.query) }

  @Test func `from strict to forgiving`() {
    let queries = FallbackQueries.queries(for: CatalogQuery(artistName: "Glass Harbour", albumTitle: "Low Tide"))
    #expect(
      queries == [
        .init(entity: .release, query: #"release:"low tide" AND artist:"glass harbour" AND status:official"#),
        .init(entity: .release, query: #"release:"low tide" AND artist:"glass harbour""#),
        .init(entity: .releaseGroup, query: #"releasegroup:"low tide" AND artist:"glass harbour""#),
        .init(entity: .release, query: "release:(low~ tide~) AND artistname:(glass~ harbour~)"),
        .init(entity: .release, query: #"release:"low tide""#),
      ])
  }

  @Test func `the words of an edition are left out`() {
    #expect(
      queries(CatalogQuery(albumTitle: "Low Tide (Deluxe Edition) [2011 Remaster]")).first
        == #"release:"low tide" AND status:official"#)
  }

  @Test(arguments: [("4 015698 000009", "4015698000009"), ("0075992739429", "75992739429"), ("12345678", "12345678")])
  func `a barcode goes first, as the index has it`(barcode: String, written: String) {
    let query = CatalogQuery(artistName: "A", albumTitle: "B", barcode: barcode)
    #expect(queries(query).first == "barcode:\(written)")
    #expect(queries(query).count == 6)
  }

  @Test(arguments: ["", "123", "4015698000009123", "40156980x0009", "00000000", "٤٠١٥٦٩٨٠٠"])
  func `what is no barcode isn't looked for`(barcode: String) {
    #expect(queries(CatalogQuery(barcode: barcode)).isEmpty)
  }

  @Test func `text alone goes to the forgiving parser`() {
    #expect(
      FallbackQueries.queries(for: CatalogQuery(text: "GLASS HARBOUR\nLow Tide!"))
        == [.init(entity: .release, query: "glass harbour low tide", isForgiving: true)])
  }

  @Test func `for a title without words the artist's albums are gone through`() {
    #expect(
      FallbackQueries.queries(for: CatalogQuery(artistName: "Glass Harbour", albumTitle: "( )"))
        == [.init(entity: .releaseGroup, query: #"artist:"glass harbour" AND primarytype:album"#)])
  }

  @Test func `nothing to go by is nothing to ask`() {
    #expect(queries(CatalogQuery()).isEmpty)
    #expect(queries(CatalogQuery(artistName: "Glass Harbour")).isEmpty)
    #expect(queries(CatalogQuery(albumTitle: "+", text: "+")).isEmpty)
  }
}
