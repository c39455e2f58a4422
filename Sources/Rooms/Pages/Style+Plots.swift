extension Style {
  /// What the page of numbers has beside the gallery's looks.
  static let plots = """
    .names+.figures{margin-top:1.5rem}
    @media (max-width:33.99rem){.names+.figures div{flex-basis:40%}}
    .plots{margin-top:.5rem;column-gap:4rem}
    .plot{break-inside:avoid;padding-top:1.75rem}
    .plot h2{margin-top:0}
    .plot svg{display:block;width:100%;fill:var(--green)}
    .plot>svg{height:9rem;border-bottom:1px solid var(--line)}
    .plot rect:hover{fill:var(--ink)}
    .most,.axis{font-size:.8125rem;color:var(--soft);font-variant-numeric:tabular-nums}
    .axis{display:flex;justify-content:space-between;margin-top:.35rem}
    .bars div{display:grid;grid-template-columns:9.5rem minmax(0,1fr);gap:1rem;align-items:center;padding:.28rem 0}
    .bars dt{color:var(--ink);line-height:1.3}
    .bars dd{display:flex;align-items:center;gap:.6rem}
    .bars svg{height:.85rem}
    .bars span{min-width:2.2rem;text-align:right;font-size:.875rem;font-variant-numeric:tabular-nums}
    @media (min-width:56rem){.plots{columns:2}}
    @media print{.plot svg{print-color-adjust:exact;-webkit-print-color-adjust:exact}}

    """
}
