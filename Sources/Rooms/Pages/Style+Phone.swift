extension Style {
  /// What is going on: on the gallery's front page and on the phone's.
  static let now = """
    .now{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(19rem,100%),1fr));gap:.75rem}
    .now>li{padding:.9rem 1rem;border-radius:12px;background:var(--plate);border-inline-start:4px solid var(--green)}
    .now .asks,.now .lost{border-color:var(--ink)}
    .now .waits{border-color:var(--soft)}
    .now h3{margin:0;font-size:1.0625rem;line-height:1.35;color:var(--ink)}
    .now h3 a{display:inline-flex;align-items:center;min-height:44px}
    .dots{color:var(--green);letter-spacing:.1em;line-height:1.3}
    .dots .small{letter-spacing:0}
    .which{counter-reset:n;margin-top:.5rem}
    .which li{counter-increment:n;display:flex;align-items:center;gap:.75rem;padding:.3rem 0}
    .which li::before{content:counter(n);font-weight:800;color:var(--green)}
    .which img,.which .blank{flex:none;width:4rem;height:4rem;border-radius:6px;object-fit:cover;background:var(--blank)}
    .now pre{background:var(--paper)}

    """

  /// The phone's page.
  static let phone =
    now + """
      .phone main{max-width:44rem;margin:0 auto;padding:.25rem 1.25rem 3rem}
      .phone .masthead{max-width:44rem;margin:0 auto;align-items:center;flex-wrap:wrap}
      .phone .masthead time{font-size:.875rem;color:var(--soft)}
      .find{margin-top:1rem}
      .find label{font-size:.875rem;font-weight:650;color:var(--soft)}
      .find input{display:block;width:100%;min-height:48px;margin-top:.25rem;padding:0 .9rem;font:inherit;color:var(--ink);\
      background:var(--paper);border:1px solid var(--soft);border-radius:10px}
      .find input::placeholder{color:var(--soft);opacity:1}
      mark{background:var(--green);color:var(--paper);border-radius:2px}
      .item{content-visibility:auto;contain-intrinsic-size:auto 5rem}
      p.item{display:flex;gap:.9rem;padding:.6rem 0;border-top:1px solid var(--line)}
      .item summary{justify-content:flex-start;gap:.9rem;padding:.6rem 0}
      .item summary img,.item .blank{flex:none;width:3.5rem;height:3.5rem;border-radius:6px;object-fit:cover;\
      background:var(--blank)}
      .item[open] summary{flex-wrap:wrap}
      .item[open] summary img{width:min(12.5rem,100%);height:auto;aspect-ratio:1}
      .item .who{flex:1 1 9rem;min-width:0;padding:0;font-weight:700;line-height:1.3}
      .item .who::before{display:none}
      .item .who .small{font-weight:400}
      .item .who b{color:var(--green)}
      .item .rating{flex:none;font-size:1.25rem;font-weight:850;color:var(--green);font-variant-numeric:tabular-nums}
      .item .label{font-weight:850;letter-spacing:.12em;font-size:.9375rem}
      .item>:last-child{margin-bottom:1.25rem}
      .item .review h2{margin-top:1.5rem}
      .letters{display:flex;flex-wrap:wrap;gap:.25rem}
      .letters a{display:inline-flex;align-items:center;justify-content:center;min-width:44px;min-height:44px;\
      font-weight:700;text-decoration:none}
      .list{content-visibility:auto;contain-intrinsic-size:auto 40rem;font-size:.9375rem}
      .list li{padding:.2rem 0;border-bottom:1px solid var(--line);line-height:1.4}
      .owned h3{scroll-margin-top:1rem;font-size:1.125rem;color:var(--green)}
      @media print{details:not([open]){display:block!important}}

      """
}
