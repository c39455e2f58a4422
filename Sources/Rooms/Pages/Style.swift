/// The look of all pages: black, white, one green.
enum Style {
  static let sheet = """
    :root{color-scheme:light dark;--paper:#fff;--ink:#0b0b0b;--soft:#5c5c5c;--line:#e3e3e3;--plate:#f5f5f5;--blank:#E5E5E5;\
    --green:#0a7f3a;--glow:#37e07b;\
    --sans:system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",sans-serif,"Noto Color Emoji";\
    --serif:"Iowan Old Style","Source Serif 4","Noto Serif",Georgia,"DejaVu Serif",serif;\
    --mono:ui-monospace,"JetBrains Mono","DejaVu Sans Mono",monospace}
    @media (prefers-color-scheme:dark){:root{--paper:#0b0b0b;--ink:#f4f4f4;--soft:#a3a3a3;--line:#2a2a2a;--plate:#161616;\
    --blank:#2C2C2C;--green:#37e07b}}
    *{box-sizing:border-box;margin:0;padding:0}
    html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
    body{background:var(--paper);color:var(--ink);font:1rem/1.55 var(--sans);overflow-wrap:anywhere}
    a{color:inherit;text-decoration-color:var(--green);text-decoration-thickness:2px;text-underline-offset:.2em}
    a:hover{color:var(--green)}
    :focus-visible{outline:3px solid var(--green);outline-offset:3px;border-radius:2px}
    img{display:block;max-width:100%;height:auto}
    ul,ol{list-style:none}
    .names [dir],.candidates [dir],.covers [dir],dd{text-align:left}
    .small,small{font-size:.875rem;color:var(--soft)}
    .lead{color:var(--soft)}

    .masthead{padding:.25rem 1.25rem}
    .masthead a{display:inline-flex;align-items:center;gap:.6rem;min-height:44px;font-weight:700;letter-spacing:-.01em;\
    text-decoration:none}
    .mark{width:1.1rem;height:1.1rem;border-radius:50%;background:radial-gradient(circle,var(--paper) 0 14%,\
    var(--green) 15% 42%,var(--ink) 43%)}

    .cover{position:relative;background:var(--blank)}
    .cover img{width:100%}
    .cover::after,.thumb::after{content:"";position:absolute;inset:0;border-radius:inherit;pointer-events:none;\
    box-shadow:inset 0 0 0 1px rgba(127,127,127,.22)}
    .placeholder{aspect-ratio:1;background:var(--blank);color:var(--soft);display:flex;flex-direction:column;\
    align-items:center;justify-content:center;gap:1rem;padding:1.5rem;text-align:center}
    .placeholder small{display:block;margin-top:.25rem}
    .disc{width:34%;max-width:9rem;aspect-ratio:1;border-radius:50%;border:2px solid currentColor;opacity:.45;\
    background:radial-gradient(circle,currentColor 0 5%,transparent 7% 27%,currentColor 28% 29.5%,transparent 31%)}
    .badge{position:absolute;inset:auto 0 0 0;display:flex;align-items:flex-end;justify-content:space-between;gap:1rem;\
    padding:4.5rem 1.25rem 1rem;color:#fff;background:linear-gradient(transparent,rgba(0,0,0,.55) 45%,rgba(0,0,0,.9))}
    .badge .label{font-size:.875rem;font-weight:700;letter-spacing:.12em;line-height:1.3;padding-bottom:.3rem}
    .badge .rating{font-size:2.75rem;font-weight:800;line-height:1;letter-spacing:-.03em;color:var(--glow);\
    font-variant-numeric:tabular-nums}

    .story{padding:1.5rem 1.25rem 2.5rem}
    .names .artist{font-size:1.0625rem;font-weight:600;color:var(--soft)}
    h1{font-size:clamp(1.9rem,8vw,3.1rem);font-weight:800;line-height:1.08;letter-spacing:-.025em;text-wrap:balance}
    .flag{display:inline-block;margin-top:.75rem;padding:.2rem .6rem;border:1px solid currentColor;border-radius:.85rem;\
    font-size:.8125rem;font-weight:600;color:var(--soft)}
    .notice{margin-top:1.25rem;padding:.9rem 1rem;background:var(--plate);border-left:3px solid var(--ink)}
    .facts{margin-top:1.25rem;border-top:1px solid var(--line)}
    .facts div{display:grid;grid-template-columns:6rem 1fr;gap:1rem;padding:.55rem 0;border-bottom:1px solid var(--line)}
    dt{color:var(--soft)}
    dd{font-weight:500}

    h2{font-size:1.125rem;font-weight:700;letter-spacing:-.01em;line-height:1.3;margin:2.25rem 0 .75rem}
    h3{font-size:.875rem;font-weight:600;color:var(--soft);margin:.75rem 0 .25rem}
    .summary{margin-top:1.75rem;font:1.1875rem/1.6 var(--serif);text-wrap:pretty}
    .bullets{margin-top:1.25rem;display:grid;gap:.75rem}
    .bullets li{position:relative;padding-inline-start:1.35rem}
    .bullets li::before{content:"";position:absolute;inset-inline-start:0;top:.58em;width:.5rem;height:.5rem;\
    border-radius:50%;background:var(--green)}
    .verdict{margin-top:2rem;padding-top:1.25rem;border-top:1px solid var(--line)}
    .verdict p{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .5rem}
    .verdict strong{font-size:2.5rem;font-weight:800;line-height:1;letter-spacing:-.03em;color:var(--green);\
    font-variant-numeric:tabular-nums}
    .verdict .of{color:var(--soft)}
    .recommendation{margin-inline-start:auto;font-weight:700;letter-spacing:.08em}
    .verdict svg{display:block;width:100%;height:6px;margin-top:.85rem;border-radius:3px}
    .verdict .track{fill:var(--line)}
    .verdict .fill{fill:var(--green)}
    .tracks li{padding:.65rem 0;border-bottom:1px solid var(--line);font-weight:500}
    .tracks li:first-child{border-top:1px solid var(--line)}
    .sources a{display:inline-flex;align-items:center;min-height:44px}
    .host{font-size:.875rem;color:var(--soft)}
    pre{margin-top:.75rem;padding:.8rem 1rem;background:var(--plate);border:1px solid var(--line);border-radius:6px;\
    white-space:pre-wrap}
    code{font:.9375rem/1.4 var(--mono);user-select:all}
    .missing,.identification{margin-top:2.25rem;padding:1.25rem;background:var(--plate);border-radius:10px}
    .missing h2,.identification>h2{margin-top:0}
    .identification h3{margin-top:1rem}
    .doubts li{padding:.25rem 0 .25rem 1.35rem;position:relative}
    .doubts li::before{content:"";position:absolute;left:.15rem;top:.95em;width:.65rem;height:2px;background:var(--soft)}
    .bill{border-top:1px solid var(--line);margin-bottom:.75rem}
    .bill div{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.55rem 0;\
    border-bottom:1px solid var(--line)}
    .bill dt{color:var(--ink)}
    .bill dt small{display:block}
    .bill dd{white-space:nowrap;font-variant-numeric:tabular-nums}
    .remedies p{margin-top:1rem;color:var(--soft)}
    .remedies p+pre{margin-top:.4rem}
    .missing pre,.identification pre{background:var(--paper)}
    .evidence{margin-top:.75rem}
    .evidence li{padding:.35rem 0 .35rem 1.35rem;position:relative}
    .evidence li::before{content:"";position:absolute;left:.15rem;top:.85em;width:.6rem;height:.3rem;\
    border:solid var(--green);border-width:0 0 2px 2px;rotate:-45deg}
    .evidence .weak::before{left:.25rem;top:.8em;width:.4rem;height:.4rem;border:0;border-radius:50%;rotate:none;\
    background:var(--soft)}
    details{margin-top:.5rem}
    summary{min-height:44px;display:flex;align-items:center;cursor:pointer;color:var(--soft);font-weight:500}
    summary::before{content:"+";width:1.35rem;color:var(--green);font-weight:700}
    details[open] summary::before{content:"–"}
    details ul{padding-inline-start:1.35rem}
    .quoted{font-family:var(--serif);white-space:pre-line}
    .why{margin-top:1rem}
    .candidates{counter-reset:n;display:grid;gap:2rem;margin:1.75rem 0}
    .candidates>li{counter-increment:n;position:relative;display:grid;grid-template-columns:6.5rem minmax(0,1fr);gap:1rem;\
    padding-top:1.25rem;border-top:1px solid var(--line)}
    .candidates>li::before{content:counter(n);position:absolute;left:-.55rem;top:.75rem;z-index:1;min-width:1.6rem;\
    border-radius:.8rem;background:var(--green);color:var(--paper);font-weight:800;line-height:1.6rem;\
    text-align:center}
    .candidates .thumb{align-self:start}
    .candidates h2{margin:0}
    .candidates li li{padding-top:.25rem;padding-bottom:.25rem;font-size:.9375rem}
    .candidates h3{margin-top:.5rem}
    .none{padding:1.25rem 0 .5rem;border-top:1px solid var(--line)}
    .candidates a{display:inline-flex;align-items:center;min-height:44px}
    footer{margin-top:2.5rem;padding-top:1.25rem;border-top:1px solid var(--line);color:var(--soft)}
    footer p+p{margin-top:.35rem}
    footer nav{display:flex;flex-wrap:wrap;gap:0 1.5rem;margin-top:.5rem;color:var(--ink)}
    footer nav a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}

    .gallery main{max-width:80rem;margin:0 auto;padding:1rem 1.25rem 3rem}
    .shelf h2{margin:2rem 0 1rem}
    .gallery .names+.shelf:not(:has(h2)){margin-top:1.5rem}
    .covers{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9.25rem,44%),1fr));gap:1.5rem 1rem}
    .covers a{display:block;text-decoration:none}
    .thumb{display:block;position:relative;background:var(--blank);border-radius:4px;overflow:hidden}
    .thumb img,.thumb .placeholder{width:100%;aspect-ratio:1;object-fit:cover}
    .thumb .placeholder{font-size:.8125rem;line-height:1.3;gap:.6rem;padding:.75rem}
    .thumb .rating{position:absolute;right:.4rem;bottom:.4rem;padding:.15rem .45rem;border-radius:4px;\
    background:rgba(0,0,0,.82);color:var(--glow);font-size:.9375rem;font-weight:800;line-height:1.3;\
    font-variant-numeric:tabular-nums}
    .covers .title{display:block;margin-top:.6rem;font-weight:650;line-height:1.3}
    .covers .by{display:block;font-size:.875rem;line-height:1.4;color:var(--soft)}
    .covers .flag{margin-top:.35rem;padding:.05rem .5rem;font-size:.75rem}
    .empty{padding:18vh 1rem;text-align:center;color:var(--soft);font-size:1.125rem}
    .empty .disc{display:inline-block;width:6.5rem;margin-bottom:1.5rem}
    .months{margin-top:3rem;padding-top:.25rem;border-top:1px solid var(--line)}
    .months ul{display:flex;flex-wrap:wrap;gap:.5rem}
    .months h2{margin-top:1.25rem}
    .months a{display:inline-flex;align-items:center;gap:.5rem;min-height:44px;padding:0 .9rem;border:1px solid var(--line);\
    border-radius:999px;text-decoration:none}
    .months a:hover{border-color:var(--green)}
    .months [aria-current]{background:var(--ink);color:var(--paper);border-color:var(--ink)}
    .count{font-size:.8125rem;color:var(--soft);font-variant-numeric:tabular-nums}
    [aria-current] .count{color:inherit}

    @media (min-width:56rem){
    .album article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:3.5rem;max-width:76rem;margin:0 auto;\
    padding:1rem 2rem 3rem;align-items:start}
    .album article:not(:has(figure)){display:block;max-width:46rem}
    .cover{position:sticky;top:1.5rem;border-radius:6px;overflow:hidden}
    .story{padding:0 0 2rem}
    .masthead{max-width:76rem;margin:0 auto;padding:.5rem 2rem}
    .gallery .masthead,.gallery main{max-width:80rem;padding-inline:2rem}
    .covers{grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:2rem 1.5rem}
    }
    @media print{
    :root{--paper:#fff;--ink:#000;--soft:#444;--line:#ccc;--plate:#fff;--green:#0a7f3a}
    .masthead,nav,details:not([open]){display:none}
    .album article{display:block;padding:0}
    .cover{position:relative;max-width:9cm;print-color-adjust:exact;-webkit-print-color-adjust:exact}
    .story{padding:1rem 0}
    section,li,.verdict{break-inside:avoid}
    .missing,.identification{padding:0}
    }
    @media (prefers-reduced-motion:no-preference){.thumb img{transition:opacity .2s}.covers a:hover img{opacity:.85}}
    """
}
