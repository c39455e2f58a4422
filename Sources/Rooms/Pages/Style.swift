/// The style of all pages: black, white, one green, and the system's fonts.
///
/// Colors meet WCAG 2.2 AA (1.4.3: a contrast of 4.5 to 1 for text) in both color schemes. Controls are at least 44 px
/// high.
enum Style {
  /// What every page has.
  static let base = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#0b0b0b;--soft:#5a5a5a;--line:#e2e2e2;--plate:#f5f5f4;--blank:#E5E5E5;\
    --green:#0a7f3a;--orange:#b35900;--glow:#37e07b;--night:#0b0b0b;--sheen:rgba(255,255,255,.16);\
    --sans:"Helvetica Neue",system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif,"Noto Color Emoji";\
    --serif:"Iowan Old Style","Source Serif 4","Noto Serif",Georgia,"Liberation Serif","DejaVu Serif",serif;\
    --mono:ui-monospace,"SF Mono","JetBrains Mono","Roboto Mono","DejaVu Sans Mono",monospace}
    @media (prefers-color-scheme:dark){:root{--paper:#0b0b0b;--ink:#f4f4f4;--soft:#a6a6a6;--line:#2a2a2a;--plate:#171717;\
    --blank:#2C2C2C;--green:#37e07b;--orange:#ffa94d;--night:#000;--sheen:rgba(255,255,255,.12)}}
    *{box-sizing:border-box;margin:0;padding:0}
    @supports (font:-apple-system-body) and (-webkit-touch-callout:none){\
    html{font:-apple-system-body;-webkit-text-size-adjust:100%}}
    body{background:var(--paper);color:var(--ink);font:1.0625rem/1.55 var(--sans);overflow-wrap:anywhere}
    a{color:inherit;text-decoration-color:var(--green);text-decoration-thickness:2px;text-underline-offset:.22em}
    a:hover{color:var(--green)}
    :focus-visible{outline:3px solid var(--green);outline-offset:3px;border-radius:3px}
    img{display:block;max-width:100%;height:auto}
    ul,ol{list-style:none}
    [hidden]{display:none!important}
    .names [dir],.candidates [dir],.covers [dir],dd{text-align:left}
    .small,small{font-size:.875rem;color:var(--soft)}
    .lead{color:var(--soft)}
    .masthead{display:flex;justify-content:space-between;padding:.15rem 1.25rem}
    .masthead a,.masthead .name{display:inline-flex;align-items:center;gap:.55rem;min-height:44px;font-weight:800;letter-spacing:-.02em;\
    text-decoration:none}
    .mark{width:1.15rem;height:1.15rem;border-radius:50%;background:radial-gradient(circle,var(--paper) 0 13%,\
    var(--green) 15% 42%,var(--ink) 44%)}
    h1{font-size:clamp(2rem,8.5vw,3.25rem);font-weight:850;line-height:1.06;letter-spacing:-.035em;text-wrap:balance}
    h2{font-size:1.125rem;font-weight:750;letter-spacing:-.012em;line-height:1.3;margin:2.25rem 0 .75rem}
    h3{font-size:.875rem;font-weight:650;color:var(--soft);margin:1rem 0 .25rem}
    dt{color:var(--soft);font-weight:650}
    dd{font-weight:400}
    .figures{display:flex;flex-wrap:wrap;gap:1px;margin-top:1rem;\
    border:1px solid var(--line);border-radius:12px;overflow:hidden;background:var(--line)}
    .figures div{flex:1 1 7rem;display:flex;flex-direction:column-reverse;justify-content:flex-end;padding:.8rem .9rem;\
    background:var(--paper)}
    .figures dd{font-size:1.625rem;font-weight:850;line-height:1.1;letter-spacing:-.035em;\
    font-variant-numeric:tabular-nums}
    .figures .good{color:var(--green)}
    .figures dt{margin-top:.2rem;font-weight:400;font-size:.8125rem;line-height:1.35}
    .disc{display:block;width:52%;max-width:15rem;aspect-ratio:1;border-radius:50%;\
    background:radial-gradient(circle,var(--blank) 0 2.4%,var(--glow) 3% 20%,#191919 20.6% 22%,transparent 22.6%),\
    conic-gradient(from 25deg,transparent 0 7%,var(--sheen) 13%,transparent 21% 50%,var(--sheen) 63%,transparent 72%),\
    repeating-radial-gradient(circle,#0d0d0d 0 1.1%,#1d1d1d 1.5% 1.9%);\
    box-shadow:0 0 0 1px rgba(255,255,255,.1),0 .6rem 1.6rem rgba(0,0,0,.28)}
    .placeholder{aspect-ratio:1;background:var(--blank);color:var(--soft);display:flex;flex-direction:column;\
    align-items:center;justify-content:center;gap:1.25rem;padding:1.5rem;text-align:center}
    .placeholder p{font-size:1.0625rem;font-weight:500}
    .placeholder small{display:block;margin-top:.25rem}
    .flag{display:inline-block;padding:.2rem .65rem;border:1.5px dashed var(--soft);border-radius:.9rem;\
    font-size:.8125rem;font-weight:650;color:var(--soft)}
    pre{margin-top:.6rem;padding:.75rem 1rem;background:var(--plate);border:1px solid var(--line);border-radius:8px;\
    white-space:pre-wrap}
    pre:has(.copy){display:flex;align-items:center;justify-content:space-between;gap:.25rem;padding:.2rem .2rem .2rem .75rem}
    @media (max-width:33.99rem){pre:has(.copy) code{font-size:.8125rem}}
    .copy{flex:none;min-width:4.25rem;min-height:44px;padding:0 .5rem;border:0;border-radius:6px;background:none;\
    color:var(--green);font:650 .875rem/1 var(--sans);white-space:nowrap;cursor:pointer;-webkit-user-select:none;user-select:none}
    .copy:hover{background:var(--line)}
    .copy.is-copied{color:var(--ink)}
    .said{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
    code{font:.9375rem/1.45 var(--mono);-webkit-user-select:all;user-select:all}
    footer{margin-top:2.75rem;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft)}
    footer p+p{margin-top:.35rem}
    footer nav{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin-top:.5rem;color:var(--ink)}
    footer nav a{display:inline-flex;align-items:center;min-height:44px;font-weight:650}
    @media print{
    :root{--paper:#fff;--ink:#000;--soft:#444;--line:#bbb;--plate:#fff;--green:#0a7f3a}
    .masthead,nav,form,.copy{display:none!important}
    section,li,.verdict{break-inside:avoid}
    h2,h3{break-after:avoid}
    }

    """
}

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
