/// The phrases of `MoneyTalk`, as `WordPattern`s. Innocent phrases are removed first.
enum MoneyTalkPhrases {
  private static let copies = "copy|copies|original|originals|vinyl|lp|lps|45s|edition|editions"

  /// What critics say of music in words that elsewhere would be about money.
  static let innocent: WordPatterns = WordPatterns(
    """
    price of fame|love|freedom|success|ambition|war|peace|glory|progress|stardom|celebrity|art|genius|innocence|excess
    price of sin|beauty|being|living|growing|that|this|such|her|his|their|its|loyalty|rebellion|compromise|entry
    pay|pays|paid|paying|exacts|exacted the|a|its|their|his|her high|heavy|steep|terrible? price
    at? what price
    market for this|that kind|sort of
    pounds of fuzz|reverb|echo|pressure|noise|sound|attitude|distortion
    discount store|shop
    bargain basement
    rare record label|shop|shops
    valuable asset to|for|here|is|remains
    og|first press notices|reviews|reaction|release
    of great|lasting|real|little value
    artistic|musical|shock|face|replay|production|entertainment|novelty|nostalgia|moral|sentimental|family value|values
    historical|cultural|emotional|comic|camp|curiosity|dramatic|spiritual|educational|documentary value|values
    valuable record|document|snapshot|lesson|addition|contribution|reminder of|to|for|that|in
    most valuable player|players|member|contribution|lesson|instrument|weapon
    emotional|personal|artistic|spiritual|time|creative|listener|listeners|intellectual|musical|vocal investment|\
    investments
    investment of time|attention|patience|energy|effort|emotion|feeling
    investment of your|the|a listeners? time|attention|patience
    his|her|their|singers|bands investment in
    reward|rewards|repay|repays|demand|demands|require|requires|deserve|deserves|justify|justifies the|your|any|that|\
    an investment
    rare groove|grooves|earth
    that|those rare record|records|album|albums|release|releases|single|singles|debut|lp|lps
    rare record|records|album|albums|release|releases|single|singles|debut|lp|lps that|which|where|whose|to|in|on|\
    with|when|from|of
    rare single take|minded|note|line|voice
    rare in its|their|his|her|being|how|this|pop|rock|jazz|hip|modern|contemporary|any
    rarity of such|this|that|her|his
    scarcity of ideas|hooks|melody|melodies|songs|sound|notes
    pressing question|questions|need|needs|concern|concerns|matter|matters|issue|issues|urgency|problem|problems|\
    business
    pressing engagement|social|political|topic|topics|danger|deadline|on|against|down|forward|ahead|into|play|buttons|\
    keys
    pressing his|her|their|your|its|my|the|through|for|up|himself|herself|themselves|toward|towards|home
    worth more than the|a|any|one|its|their|his|her|all|most sum|listen|dozen|handful|weight|parts|of|other|own|\
    glance|spin
    faustian|devils|plea|hard|the bargain with
    faustian|devils|plea|hard bargain
    into the bargain
    end|part|side of the|his|her|their|its bargain
    dont|not|cannot|cant|never|easy|hard|wrong|foolish|mistake|tempting|unfair|would|might|critics|who to? discount
    best seller|sellers
    two cents
    must buy into
    million|billion dollar|bucks voice|voices|sound|sheen|hook|hooks|production|question|baby|idea|ideas|riff|riffs|\
    chorus|choruses
    sound|sounds|sounded|sounding|look|looks|feel|feels like a? million dollars|bucks
    run for its|their|his|her|your|the|everyones money
    it|only|just|purely|solely|there for the money
    song|songs|folk|folksong|ballad|ballads|tune|tunes|stamp|tax|toll|debt|dust|butterfly|soul|bone collector|collectors
    record collector magazine|magazines|called|praised|wrote
    """)

  /// What only somebody says who thinks of a record as a thing to buy, to sell or to own.
  static let guilty: WordPatterns = WordPatterns(
    """
    # of? $
    $ #
    $
    # to|or|and? #? of? dollar|dollars|euro|euros|buck|bucks|quid|pound|pounds|usd|gbp|eur|yen|cents|pence|francs|kroner
    # grand for|on|at|today|now|.
    usd|gbp|eur
    price|priced|prices|pricing|pricey|pricier|priciest|overpriced|underpriced|pricetag
    resale|monetary|collector|collectors|collectible|collecting|collectable|market|cash|financial|dollar|retail value|\
    values
    trade|book|secondhand|hand|investment|economic value
    good|great|excellent|superb|incredible|amazing|outstanding|decent value
    value for money|your|dollar|price
    value ~ risen|rising|rise|rises|rose|climbed|climbing|climbs|soared|soaring|skyrocketed|doubled|tripled|appreciated
    value ~ appreciates|increased|increases|increasing|plummeted|dropped|grown|grows|growing|copies|pressing|\
    pressings|originals
    hold|holds|holding|held|retain|retains|retained|keep|keeps|kept|gain|gains|gained|lose|loses|lost its|their value
    ris*|rose|grow*|grown|grew|increas*|appreciat*|climb*|drop*|skyrocket*|doubl*|tripl*|gain*|up|soar* in|of value
    valued at
    value as a|an collect*|investment|asset|object|artifact|commodity
    extremely|highly|increasingly|hugely|fairly|very|insanely|wildly|quite|incredibly valuable
    most valuable record|records|album|albums|release|releases|single|singles|lp|lps
    valuable copy|copies|pressing|pressings|vinyl|lp|lps|collection|original|originals|item|items|object|edition|\
    asset|commodity
    worth a? small|considerable|tidy|minor|absolute? fortune
    worth a lot|ton|load|pile of money|cash|dollars
    worth a lot|bit now|today|these|on|to|if|.
    worth a bomb|bundle|mint|packet
    worth hundreds|thousands|millions
    worth big|serious|good|real|crazy|silly|decent|some|more|your|the|any|what money|cash|bucks|dollars|investment|\
    cost|premium
    worth the outlay|expense|asking
    worth every penny|cent|dime|dollar|pence|euro
    worth more now|today|every|each|sealed|unplayed|if|with
    worth plenty|nothing|little|less|peanuts on|today|now
    worth buying|purchasing|collecting|owning|investing|paying|splurging|spending
    worth tracking|hunting|seeking ~ copy|copies|pressing|pressings|vinyl|original|originals
    net worth
    moneys worth
    how much ~ worth|cost|costs
    investment|investments|investor|investors
    invest|invests|invested|investing ~ copy|copies|pressing|pressings|vinyl|dollars|money|cash|edition|lp
    invest|investing in this|the|that album|record|lp|release
    rare|rarer|rarest and? copy|copies|pressing|pressings|vinyl|lp|lps|edition|editions|variant|variants|acetate|\
    acetates
    rare|rarer|rarest record|records|album|albums|release|releases|single|singles|disc|discs|item|items|find|finds|promo
    rare|rarer|rarest originals|promos|45|45s|import|imports|sleeve|collectible|collectable|cd|cds
    rare and|or|but|if expensive|valuable|sought|collectible|collectable|desirable|pricey|coveted|costly
    rare early|first|original|uk|us|japanese|german|mono|stereo|limited|white|private|sealed|test label? copy|copies|\
    edition|lp
    rare early|first|original|uk|us|japanese|german|mono|stereo|limited|white|private|sealed|test label? issue|single|\
    vinyl|promo
    rare early|first|original|uk|us|japanese|german|mono|stereo|limited|white|private|sealed|test label? pressing|\
    pressings|45
    original|originals|copy|copies|pressing|lp|vinyl|edition|editions is|are|was|were|remains|remain|become|became ~ \
    rare
    album|record|single|release is|are|was|remains now|very|extremely|incredibly|increasingly|quite|so|genuinely|\
    truly? rare
    album|record|single|release|it has become|grown ~ rare
    extremely|insanely|ultra|super|exceedingly|impossibly|notoriously|increasingly rare .|and|now|today|on|these
    rare to find|see on|sealed
    its|their|sheer|relative|extreme|the rarity
    rarity value|and|on
    collect* rarity|rarities
    scarcity
    scarce ~ copy|copies|pressing|pressings|vinyl|edition
    copies|pressings|originals is|are|remain|remains|were ~ scarce
    hard|tough|difficult|impossible|harder|tricky to find|locate|source|obtain on vinyl|cd|lp
    \(copies)|record|records|album|albums is|are|was|were|remains|remain ~ hard|harder to find
    \(copies)|record|records|album|albums is|are|remains ~ difficult|impossible to find
    it|they is|are|remains|has become|getting? hard|harder|tough|difficult|impossible to find now|today|these|.
    hard|tough|difficult|impossible|harder to find originals|these days on
    hard|tough|difficult|impossible|harder|tricky to find|locate|source|obtain|get ~ copy|copies|vinyl|pressing|\
    pressings
    hard|tough|difficult|impossible to find record|records|album|albums|lp|lps|single|singles|release|releases|classic
    hard|tough|difficult|impossible to come by now|today|on|these
    out of print
    limited edition|editions|run|runs|quantity|quantities|numbers|pressing|copies
    limited to # copies|units
    numbered copy|copies|edition
    edition of #
    pressings
    first|1st|2nd|second|third|original|early|earliest|initial|later|uk|us|usa|german|germany|japanese|japan|european \
    pressing
    dutch|british|american|french|italian|mono|stereo|vinyl|test|limited|promo|rare|rarest|clean|og|gram|180g pressing
    coloured|colored|audiophile|heavyweight|quality|private|vintage|modern|current|recent|new|quiet|flat|good|best \
    pressing
    better|nice|decent|specific|particular|this|any|every|which|whichever|each|album|lp|record|label|gatefold pressing
    anniversary|valuable|desirable|sought|correct|right|wrong|standard|deluxe|a|an pressing of|from|with|that|is|was|.
    pressing plant|plants|run|runs|of|variant|variants|quality|from|sounds|commands|fetches|sells|goes
    a|the|recent|new|vinyl|this|any repress
    test press
    matrix number|numbers|runout|runouts
    dead wax
    obi strip
    180 gram|g
    180g
    original|first|early|sealed|clean|mint|unplayed|used|battered|secondhand|cheap|vintage|signed|autographed copy|\
    copies
    pristine|nice|affordable|decent|spare|promo|second|cheaper|cheapest hand? copy|copies
    second|secondhand|used hand? market|vinyl|record|records|shop|shops|bin|bins|cds|lps|bargain
    \(copies) still|now|regularly|routinely|often|can|will|easily|could? sell|sells
    \(copies) still|now|regularly|routinely|often|can|will|easily? fetch|fetches
    \(copies) still|now|regularly|routinely|often|can|will|easily? go|goes for
    \(copies) still|now|regularly|routinely|often|can|will|easily? command|commands
    \(copies) still|now|regularly|routinely|often|can|will? trade|trades|cost|costs
    \(copies) still|now|regularly|routinely|often? change|changes|changing hands
    sell|sells|selling|sold for
    retail|retails|retailed|retailing for|at
    go|goes|going|went for hundreds|thousands|upwards|peanuts|pennies|silly|astronomical
    go|goes|going|went for well? over|around|about|roughly|nearly|close? to? a? hundred|hundreds|thousand|thousands
    go|goes|going|went for big|serious|crazy|insane|good|stupid|ridiculous|real|top money|bucks|sums|cash|dollar|dollars
    fetch|fetches|fetched a|#|high|higher|big|top|serious|good|insane|crazy|silly|princely|upwards|eye|decent|\
    considerable
    fetch|fetches|fetched|fetching astronomical|hefty|handsome|well|over|more|as|up|anywhere|hundreds|thousands|\
    upwards|high
    command|commands|commanded|commanding ~ sum|sums|premium|premiums|dollar|dollars|money|figures|hundreds|thousands
    copy|copies|original|originals|sell|sells|selling|sold ~ premium
    pay|pays|paying|paid a premium
    top dollar
    big bucks
    pretty penny
    small fortune
    arm and a leg
    costs|cost you|hundreds|thousands|serious|big|upwards|pennies|peanuts
    costs|cost a|an fortune|arm|bomb|lot|small|pretty
    cost|costs|pay|pays|paying|paid|spend|spending|spent|worth|for a fortune
    pay|paying|paid top|big|good|serious|through|extra|hundreds|thousands|upwards|over|dearly
    expensive copy|copies|record|records|vinyl|original|originals|lp|lps|import|imports|item|items|edition|editions|\
    secondhand
    expensive second|used|on|now|today|these|collectible|collectable|purchase|album|albums
    expensive to buy|own|collect|acquire|find|obtain|get|track
    prohibitively|increasingly|ridiculously|stupidly|criminally expensive
    \(copies) is|are|remain|remains|get|gets|be|have|has ~ expensive
    inexpensive copy|copies|vinyl|record|records|purchase|lp|used|to|way
    cheap|cheaper|cheapest vinyl|record|records|lp|lps|used|second|secondhand|bin|bins|reissue|reissues|find|finds|\
    buy|pressing
    cheap|cheaply|cheaper to buy|find|pick|own|get|acquire
    cheap at
    be had|found|bought ~ cheap|cheaply|little|nothing|pennies
    buy|find|pick|picked|snap|grab|get up? it|one|this|them|copies up? cheap|cheaply
    available cheap|cheaply|inexpensively
    inexpensively
    for cheap|peanuts|pennies
    for next to nothing
    dirt cheap
    affordable|affordably|unaffordable
    bargain|bargains
    discount|discounts|discounted
    on sale for|at|now
    for your|the buck|bucks
    save|spend|keep|waste|put|part|take your money|cash
    hard earned money|cash
    save|spend|part with? your money|cash
    for the money
    money well spent
    good|serious|silly|decent|crazy|stupid money
    lot|lots|waste|sum|sums|amount|amounts|ton|tons of money|cash
    spend|spending|spent the|any|more|good|real|serious|hard|extra money|cash
    dollar|dollars|pound|euro|bargain|discount|clearance|cutout bin|bins|rack|racks
    collectable|collectables|collectible|collectibles|collectability|collectibility
    collector|collectors
    record|vinyl|crate collecting
    sought after record|records|album|albums|copy|copies|lp|lps|original|originals|vinyl|item|items|release|releases|\
    45|45s
    sought after single|singles|title|titles|edition|editions|today|now|on|among|collect*|pressing|.
    coveted record|records|lp|lps|item|items|vinyl|copy|original|originals|album|edition
    market rate|prices
    going rate
    secondary|second|secondhand|hand|resale|used|vinyl|record|online|reseller|collectibles|collecting market|markets
    on the|todays open|current? market
    market for this|it|original|originals|copies|vinyl
    aftermarket
    auction|auctions|auctioned
    resale|resell|resells|reselling|reseller|resellers|resold
    ebay|discogs|popsike
    vg|vg+|vg++|nm|ex+
    near mint
    mint condition|copy|copies|original|state|minus
    in|of good|great|excellent|fine|pristine|decent|playable|collectible|top|perfect|original condition
    still|factory sealed
    appreciat* asset|assets
    speculator|speculators|flippers|scalper|scalpers
    for|turn|turns|at a tidy|quick? profit
    buy ~ copy|copies|vinyl|pressing|secondhand|lp|cd
    buy on sight
    must buy
    worth|must|your purchase
    purchase|purchasing ~ copy|copies|vinyl|album|record|lp|cd
    your|the wallet
    record dealer|dealers
    first edition|editions
    og|first press
    is|remains a|an real|genuine|true|considerable? rarity .|on|today|now
    in|to|for any|your|every|a serious|record|vinyl|good? collection|collections
    serious|record|vinyl collection|collections
    worth picking|grabbing|snapping
    scarce promo|record|single|lp|original
    prized possession|possessions
    rare mono|stereo mix|mixes|version
    has|have appreciated over|by|in|steadily|since
    asset that
    goldmine grade|grading|graded
    # pressing
    money maker
    monetary
    copy|copies|original|originals|lp|record|album is|are|remains hard|tough|difficult|impossible to come
    find|finding|found|track|tracking|hunt|hunting|get|getting ~ copy|copies|pressing|pressings|originals
    find|finding an original .
    buy it|this|one .
    thrift|charity store|shop staple|staples|find|finds|bin|bins|regular|fodder
    vinyl variant|variants
    rare as hens
    seller|sellers|buyer|buyers
    smart|good|safe|best|solid buy
    a steal at|for|.|on|today
    shell|shells|shelling|shelled|fork|forking|forked|splash|splashing out|over
    splurge
    three|four|five|six figure|figures sum|sums|amount|amounts|price
    in|into|for|at the? three|four|five|six figures
    monetary|financial|cash|dollar worth
    worth in|upwards|well|over|around|roughly|nearly ~ hundred|hundreds|thousand|thousands
    change|changes|changing|changed hands for
    costs less|little|next
    fraction|half of? the cost|price
    highly|most desirable .|copy|copies|record|vinyl|original|item
    catalog|catalogue number|numbers
    value proposition
    is|are|becoming|become|becomes valuable .|today|now
    break|breaks|breaking the bank
    """)
}
