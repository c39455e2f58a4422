/// The golden cases of the names' rules, a line each: `B|title|base key`, `T|title|title|level|artist`,
/// `A|artist|artist|level`, `P|artist|primary`, `S|name|sort key`.
enum MatchCases {
  static let bases = lines("B")
  static let titles = lines("T")
  static let artists = lines("A")
  static let primaries = lines("P")
  static let sortKeys = lines("S")

  private static func lines(_ kind: String) -> [[String]] {
    (golden + "\n" + further).split(separator: "\n").filter { $0.hasPrefix(kind + "|") }.map {
      $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
  }

  private static let golden = #"""
    # B: base key (dedup identity)
    B|21st Century Breakdown (Deluxe Edition)|21st century breakdown
    B|21st Century Breakdown|21st century breakdown
    B|Rumours|rumors
    B|Rumours [2013 Remaster]|rumors
    B|Rumours (35th Anniversary Deluxe Edition)|rumors
    B|The Queen Is Dead - 2011 Remaster|the queen is dead
    B|Kind of Blue (Legacy Edition) [Mono]|kind of blue
    B|(What's the Story) Morning Glory?|whats the story morning glory
    B|(What’s the Story) Morning Glory? [Remastered]|whats the story morning glory
    B|1989 (Taylor's Version)|1989 taylors version
    B|1989 (Taylor's Version) [Deluxe]|1989 taylors version
    B|Weezer (Blue Album)|weezer blue album
    B|( )|()
    B|()|()
    B|[untitled]|untitled
    B|+|+
    B|÷ (Deluxe)|÷
    B|Sgt. Pepper’s Lonely Hearts Club Band|sgt peppers lonely hearts club band
    B|good kid, m.A.A.d city|good kid maad city
    B|The Wall (Disc 2)|the wall
    B|Mellon Collie and the Infinite Sadness CD1|mellon collie and the infinite sadness
    B|…And Justice for All|and justice for all
    B|Ágætis byrjun|agaetis byrjun
    B|無罪モラトリアム|無罪モラトリアム
    B|MTV Unplugged in New York|mtv unplugged in new york
    B|Live at Leeds (Deluxe Edition)|live at leeds
    B|Version 2.0|version 2 0
    B|The Deluxe Edition|the deluxe edition
    B|Special Edition (Remastered)|special edition
    B|Four|four
    B|Be Here Now (2CD)|be here now
    # T: title match level 1 exact 2 same base 3 guarded 4 blanket 0 none
    T|Rumours|Rumors|1
    T|Sgt. Pepper's Lonely Hearts Club Band|Sgt. Pepper’s Lonely Hearts Club Band (Remastered)|2
    T|Weezer (Blue Album)|Weezer|0|Weezer
    T|1989|1989 (Taylor's Version)|0|Taylor Swift
    T|Live (X Cert)|Live|0|The Stranglers
    T|Greatest Hits|Greatest Hits II|0|Queen
    T|Greatest Hits|Greatest Hits|1|ABBA
    T|Led Zeppelin|Led Zeppelin IV|0|Led Zeppelin
    T|The Rise and Fall of Ziggy Stardust|The Rise and Fall of Ziggy Stardust and the Spiders from Mars|3
    T|Is This It|Is This It Remixes|0
    T|Purple Rain: Music from the Motion Picture|Purple Rain|3
    T|The Black Album|Black Album|3|Jay-Z
    T|( )|( ) [Remastered]|2
    T|( )|[ ]|0
    T|Black Parade|The Black Parade|3
    T|Nevermind|Nevermind (Target Exclusive)|4
    T|Nevermind|Nevermind (Live)|0
    T|Back in Black|Back In Black|1
    T|Use Your Illusion I|Use Your Illusion II|0
    T|Blonde on Blonde|Blonde|0
    T|Ride the Lightning (Remastered)|Ride The Lightning (Deluxe Box Set)|4
    T|III|III (Deluxe)|2
    T|[untitled]|Untitled|1
    # A: artist match 1 equal 2 compact 3 primary 0 none
    A|Beatles, The|The Beatles|1
    A|The The|The The|1
    A|The The|The|0
    A|A-ha|aha|2
    A|AC/DC|ACDC|2
    A|AC/DC|AC-DC|1
    A|Simon & Garfunkel|Paul Simon|0
    A|Earth, Wind & Fire|Earth Wind and Fire|1
    A|Crosby, Stills, Nash & Young|Crosby, Stills & Nash|0
    A|Dr. Dre & Snoop Dogg|Dr. Dre feat. Hittman|0
    A|Tyler, The Creator|The Creator|0
    A|Prince & The Revolution|Prince|3
    A|Tyler, The Creator|Tyler The Creator|1
    A|Dr. Dre & Snoop Dogg|Dr. Dre|3
    A|Dr. Dre feat. Hittman|Dr. Dre|3
    A|Various|Various Artists|1
    A|P!nk|Pink|1
    A|Ke$ha|Kesha|1
    A|R.E.M.|REM|1
    A|Queen|Queens of the Stone Age|0
    A|Bob Marley|Bob Marley & The Wailers|3
    A|!!!|!!!|1
    A|Guns N' Roses|Guns N Roses|1
    # P primary
    P|Dr. Dre & Snoop Dogg|Dr. Dre
    P|AC/DC|AC/DC
    P|Kanye West featuring Jamie Foxx|Kanye West
    P|Big Brother and the LibraryStatus Company|Big Brother
    P|Bad Company with Friends|Bad Company
    # S sort keys
    S|The Beatles|beatles, the
    S|A Tribe Called Quest|tribe called quest, a
    S|The The|the, the
    S|A-ha|a-ha
    S|The|the
    S|  the   Cure |cure, the
    S|Björk|bjork
    S|AC/DC|ac/dc
    """#

  private static let further = #"""
    # B: more editions
    B|OK Computer OKNOTOK 1997 2017|ok computer oknotok 1997 2017
    B|Abbey Road (Super Deluxe Edition) [2019 Mix]|abbey road
    B|Abbey Road: 50th Anniversary Edition|abbey road
    B|TRON: Legacy|tron legacy
    B|Tron Legacy (Special Edition)|tron legacy
    B|Pet Sounds (Mono & Stereo)|pet sounds
    B|The Beatles (Remastered 2009) (CD 1)|the beatles
    B|Speakerboxxx / The Love Below (Disc 2: The Love Below)|speakerboxxx the love below
    B|Physical Graffiti, Disc 2|physical graffiti
    B|Tommy – Deluxe Edition|tommy
    B|Tommy — Deluxe Edition (Remastered) [Disc One]|tommy
    B|Café Bleu (Édition Limitée)|cafe bleu edition limitee
    B|ファンタズマ (初回限定盤)|ファンタズマ 初回限定盤
    B|無罪モラトリアム (Remastered)|無罪モラトリアム
    B|ﾌｧﾝﾀｽﾞﾏ|ファンタズマ
    B|Ｐｅｒｆｕｍｅ　Ｃｌｏｓｅｔ|perfume closet
    B|American Football (LP2)|american football lp2
    B|LP1|lp1
    B|CD1|cd1
    B|Disc 2|disc 2
    B|(Remastered)|remastered
    B|Vol. 1|vol 1
    B|Now That’s What I Call Music! 25|now thats what i call music 25
    B|Greatest Hits, Vol. 2 [Remastered]|greatest hits vol 2
    B|F♯ A♯ ∞|f a
    B|∞|∞
    B|♥|♥
    B|I ❤️ You|i you
    B|I ❤ You|i you
    B|…|...
    B|"Heroes"|heroes
    B|“Heroes” (2017 Remaster)|heroes
    B|Blood on the Tracks [Hybrid SACD]|blood on the tracks
    B|Blood on the Tracks (24-Bit Remaster)|blood on the tracks
    B|Nebraska ’82: Expanded Edition|nebraska 82
    B|Nebraska: Expanded|nebraska expanded
    B|Harbour Lights|harbor lights
    B|Four Colours|four colors
    B|Tour de France|tour de france
    B|Spın̈al Tap|spinal tap
    B|Motörhead|motorhead
    B|Œuvre & Straße|oeuvre and strasse
    B|Дым Ёлки|дым елки
    B|Η Ζωή Μου|η ζωη μου
    B|한국 노래 (Deluxe)|한국 노래
    B|か|か
    B|が|が
    B|หมอลำ|หมอลํา
    B|1999 (Super Deluxe)|1999
    B|20 Jazz Funk Greats (Original Recording Remastered)|20 jazz funk greats
    B|Foo (Deluxe Edition (Remastered))|foo
    B|  Spaced    Out  |spaced out
    B|Rumours‮ (Deluxe)|rumors
    B|2CD|2cd
    B|Live (Live)|live live
    B|Foo (2011 - Remaster)|foo
    B|Foo (Remastered 2009)|foo
    B|Foo [2009 Digital Remaster]|foo
    B|Foo - 2009 Remastered Version|foo
    B|Foo (2014 Remaster; Deluxe Edition)|foo
    B|Foo (Deluxe / Remastered)|foo
    B|Foo (Deluxe Version)|foo
    B|Foo (40th Anniversary)|foo
    B|Foo (Expanded & Remastered)|foo
    B|Foo (30th Anniversary Edition) [Remastered]|foo
    B|Foo (Bonus Track Version)|foo
    B|Foo {Remastered}|foo
    B|Foo (CD 1 of 2)|foo
    B|Foo - Disc 1|foo
    B|Foo (disc one)|foo
    B|Foo CD 2|foo
    B|Foo: 20th Anniversary Deluxe Edition|foo
    B|Foo (Collector’s Edition)|foo
    B|Foo (Re-issue)|foo
    B|Foo (UK Edition)|foo
    B|Foo （Deluxe）|foo
    B|Foo (Remastered) (Remastered)|foo
    B|Foo (U.S. Version)|foo us version
    B|Foo Deluxe Edition|foo deluxe edition
    B|Foo (Deluxe Box)|foo deluxe box
    B|Foo (Expanded Universe)|foo expanded universe
    # T: more titles
    T|Vol. 1|Vol. 2|0
    T|Chicago V|Chicago VI|0|Chicago
    T|Chicago II|Chicago 2|0|Chicago
    T|Version 2.0|Version 20|0
    T|OKComputer|OK Computer|2
    T|Rumours|Rumours (Deluxe Edition)|2
    T|The Wall|The Wall (Disc 2)|2
    T|The Wall|Wall|3
    T|Ok Computer|OK Computer Collection Live|0
    T|Kid A|Kid A Mnesia|0
    T|Peter Gabriel|Peter Gabriel (Melt)|0|Peter Gabriel
    T|American Football|American Football (LP2)|0|American Football
    T|Queen|Queen II|0|Queen
    T|Live|Live at Leeds|0
    T|The Best Of|The Best Of (Gold Case)|0
    T|MTV Unplugged|MTV Unplugged in New York|0
    T|Dune: Original Motion Picture Score|Dune|3
    T|Foxtrot: A Suite|Foxtrot: A Storm|0
    T|Blackstar|★|0
    T|★|☆|0
    T|“Heroes”|Heroes|1
    T|がきデカ|かきデカ|0
    T|無罪モラトリアム|無罪モラトリアム (Deluxe Edition)|2
    T|Лето|Лето (Remastered)|2
    T|Café|Cafe|1
    T|CAFÉ|Café|1
    T|Tron|TRON: Legacy|3
    T||Rumours|0
    T|||0
    T|Nevermind|In Utero|0
    T|The Lion and the Cobra|The Lion and the Cobra Remixed|0
    T|American Beauty|American Beauty (The Angel's Share)|4
    T|American Beauty|American Beauty (Vol. 2)|0
    T|The Number of the Beast|The Number of the Beast 2|0
    # A: more artists
    A|Björk|Bjork|1
    A|Sigur Rós|Sigur Ros|1
    A|Motörhead|Motorhead|1
    A|Joey Bada$$|Joey Badass|1
    A|A$AP Rocky|ASAP Rocky|1
    A|Florence + The Machine|Florence and the Machine|1
    A|N.W.A|NWA|1
    A|VA|Various Artists|1
    A|椎名林檎|椎名林檎|1
    A|椎名林檎|宇多田ヒカル|0
    A|Кино|КИНО|1
    A|The Band|Band|1
    A|The Band|A Band|1
    A|Them|The M|0
    A|Yes|Yes!|1
    A|Can|Canned Heat|0
    A||Can|0
    A|Tyler, the Creator|Tyler, The Creator|1
    A|Godspeed You! Black Emperor|Godspeed You Black Emperor!|1
    A|Nick Cave & the Bad Seeds|Nick Cave|3
    A|Iron & Wine|Iron and Wine|1
    A|Guns N’ Roses|Guns N' Roses|1
    A|+/-|+/−|1
    A|Eric B. & Rakim|Eric B & Rakim|1
    A|deadmau5|Deadmaus|0
    A|Sinéad O’Connor|Sinead O'Connor|1
    A|Simon and Garfunkel|Simon & Garfunkel|1
    A|Hall & Oates|Daryl Hall & John Oates|0
    A|The Jimi Hendrix Experience|Jimi Hendrix|0
    A|Ty Dolla $ign|Ty Dolla Sign|1
    A|k.d. lang|KD Lang|1
    A|blink-182|Blink 182|1
    A|will.i.am|William|2
    A|Sunn O)))|Sunn O|1
    A|†††|Crosses|0
    A|Emerson, Lake & Palmer|Emerson Lake and Palmer|1
    # P: more primaries
    P|Jay-Z, Kanye West|Jay-Z
    P|David Bowie / Queen|David Bowie
    P|Santana (feat. Rob Thomas)|Santana
    P|Beatles, The|The Beatles
    P|& Then|& Then
    P|Andy Williams|Andy Williams
    # S: more sort keys
    S|Beatles, The|beatles, the
    S|THE BEATLES|beatles, the
    S|An Horse|horse, an
    S|Thelonious Monk|thelonious monk
    S|Guns N’ Roses|guns n' roses
    S|椎名林檎|椎名林檎
    S|!!!|!!!
    """#
}
