import Albums

/// The page in a folder of `failed/`: why the photo has no result, and what to do.
struct FailurePage {
  let failure: FailureNotice

  var document: HTMLDocument {
    let home = Link(file: "..", "..", "done", "index.html")
    let all = Remedy.remedies(of: failure.id, .failed, strategy: failure.strategy, step: failure.step)
    // A hint that is one of them stands there, with what for.
    let said = failure.hint.flatMap { hint in all.contains { $0.command == hint } ? nil : hint }
    let hint: HTML? = said.map { "<p class=\"why\" dir=\"auto\">\($0)</p>" }
    return HTMLDocument(
      title: "No album found for \(failure.photo)", kind: "failure", home: home, style: Style.album, isAlone: true,
      scripts: [.copying],
      body: """
        <main>
        <article>
        <div class="story">
        <header class="names lost">
        <h1>No album found</h1>
        <p class="lead" dir="auto">\(failure.photo)</p>
        </header>
        <p class="notice" dir="auto">\(failure.reason)</p>
        \(HTML.lines(hint))
        <section class="remedies">
        <h2>What you can do</h2>
        \(all.map(HTML.remedy).lines())
        <p>See what was read and what it cost:</p>
        \(HTML.command("albumscanctl show \(failure.id)"))
        </section>
        <footer>
        <p class="small">Scan \(failure.id.description) · \
        <time datetime="\(failure.failedAt)">\(CalendarDay.words(failure.failedAt))</time></p>
        <nav aria-label="More"><a href="\(home)">All scans</a></nav>
        </footer>
        </div>
        </article>
        </main>
        """)
  }
}
