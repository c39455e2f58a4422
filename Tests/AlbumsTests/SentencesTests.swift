import Testing

@testable import Albums

@Suite struct SentencesTests {
  @Test(arguments: [
    ("One sentence", 1), ("One. Two.", 2), ("One! Two? Three…", 3), ("", 0), ("   ", 0), ("...", 0),
    ("Mr. Mister met Dr. John in St. Louis. They played.", 2), ("It runs 3.5 minutes at 7.1 on the scale. Fine.", 2),
    ("St. Vincent made it. It shows.", 2), ("He left the U.S. The band stayed.", 2),
    ("The U.S. Army band plays. It swings.", 2),
    ("J. Cole raps. S. Carter listens.", 2), ("R.E.M. found its voice here. It whispers.", 2),
    ("Vol. 4 is heavy. No. 9 is not.", 2), ("\"It rocks.\" So they said.", 2), ("“Stop!” they sang. And stopped.", 2),
    ("And then… silence. Then noise.", 2), ("He said it was over. \"It wasn't.\"", 2), ("First (and last.) Second.", 2),
    ("By Dr. Dre, feat. Snoop Dogg, e.g. on Nuthin. Yes.", 2), ("Prince et al. made it. It lasts.", 2),
    ("これは名盤だ。間違いない。", 2), ("One.  \n Two.", 2), ("1977 was a year. 1978 was another.", 2),
    ("Sammy Davis Jr. sings. He swings.", 2), ("Sammy Davis Jr. The rest is history.", 2),
    ("It begins… It ends.", 2), ("What? No!", 2), ("Ain't it grand?! It is.", 2),
  ])
  func `sentences are counted as a reader counts them`(text: String, count: Int) {
    #expect(Sentences.of(text).count == count)
  }

  @Test(arguments: [
    ("Wham! Records released it. Nobody slept.", ["Wham!"], 2), ("This is Wham! It is loud.", ["Wham!"], 2),
    ("Godspeed You! Black Emperor drone on. It works.", ["Godspeed You! Black Emperor"], 2),
    ("Therapy? Guitars like saws. Fine.", ["Therapy?"], 2),
    ("Help! Its title track runs. It never stops.", ["Help!"], 3),
    ("On Oh! Darling he shouts. Twice.", ["Oh! Darling"], 2),
  ])
  func `a name's own mark ends no sentence`(text: String, names: [String], count: Int) {
    #expect(Sentences.of(text, names: names).count == count)
  }

  @Test func `nothing of a text is lost between its sentences`() {
    for text in ["One. Two!  Three", "  One.\nTwo. ", "これは名盤だ。間違いない。", "Go! … Stop. ...", "何？！次。"] {
      #expect(Sentences.of(text + "x.").joined() == text + "x.")
      #expect(text.hasPrefix(Sentences.of(text).joined()))
    }
    #expect(Sentences.of("One. Two!  Three") == ["One. ", "Two!  ", "Three"])
    #expect(Sentences.of("これは名盤だ。間違いない。") == ["これは名盤だ。", "間違いない。"])
  }
}
