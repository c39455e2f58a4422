/// Words that are spelled differently in British and American English. Whole words only: a rule for endings would break
/// "four" and "tour".
enum Spelling {
  /// British to American.
  static let american: [String: String] = {
    var words: [String: String] = [:]
    // -our, with what may be added to it.
    for stem in [
      "arm", "behavi", "cand", "clam", "col", "demean", "endeav", "fav", "flav", "glam", "harb", "hon", "hum", "lab",
      "neighb", "od", "parl", "ranc", "rig", "rum", "sav", "splend", "tum", "val", "vap", "vig",
    ] {
      for ending in ["", "s", "ed", "ing", "ful", "less", "able", "ite", "ites", "hood", "hoods", "er", "ers"] {
        words[stem + "our" + ending] = stem + "or" + ending
      }
    }
    for (british, american) in [
      ("aeroplane", "airplane"), ("aeroplanes", "airplanes"), ("analogue", "analog"), ("catalogue", "catalog"),
      ("centre", "center"), ("centres", "centers"), ("cheque", "check"), ("colourised", "colorized"),
      ("defence", "defense"), ("dialogue", "dialog"), ("dialogues", "dialogs"), ("fibre", "fiber"), ("grey", "gray"),
      ("greys", "grays"), ("jewellery", "jewelry"), ("licence", "license"), ("litre", "liter"), ("lustre", "luster"),
      ("metre", "meter"), ("metres", "meters"), ("mould", "mold"), ("offence", "offense"),
      ("organisation", "organization"), ("plough", "plow"), ("programme", "program"), ("pyjamas", "pajamas"),
      ("realise", "realize"), ("sabre", "saber"), ("sceptre", "scepter"), ("sombre", "somber"), ("spectre", "specter"),
      ("sulphur", "sulfur"), ("theatre", "theater"), ("theatres", "theaters"), ("travelled", "traveled"),
      ("traveller", "traveler"), ("travellers", "travelers"), ("travelling", "traveling"),
      ("civilisation", "civilization"), ("marvellous", "marvelous"),
      ("mediaeval", "medieval"), ("paediatric", "pediatric"),
    ] { words[british] = american }
    return words
  }()
}
