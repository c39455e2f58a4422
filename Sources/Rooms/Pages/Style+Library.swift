extension Style {
  /// What a page has beside the rest where its album is in the music library.
  static let library = """
    .library{margin-top:1.25rem}
    .library p{display:flex;flex-wrap:wrap;align-items:center;justify-content:space-between;gap:.5rem 1rem}
    .play{display:inline-flex;align-items:center;gap:.6rem;min-height:44px;padding:0 1.25rem;border-radius:22px;\
    background:var(--green);color:var(--paper);font-weight:700;text-decoration:none}
    .play::before{content:"";border:solid transparent;border-width:.4rem 0 .4rem .65rem;border-left-color:currentColor}
    .play:hover{color:var(--paper);background:var(--ink)}
    @media print{.library .play,.library pre{display:none!important}}

    """
}
