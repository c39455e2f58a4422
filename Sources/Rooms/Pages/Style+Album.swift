extension Style {
  /// The pages of one scan: an album, a choice, a photo without an album.
  static let album = """
    .cover{position:relative;background:var(--blank)}
    .cover img{width:100%}
    .glow{display:none}
    .badge{position:absolute;inset:auto 0 0;display:flex;align-items:center;justify-content:space-between;gap:1rem;\
    min-height:4rem;padding:.5rem 1.25rem;color:#fff;background:rgba(0,0,0,.86);\
    -webkit-backdrop-filter:blur(14px) saturate(1.4);backdrop-filter:blur(14px) saturate(1.4)}
    .badge .label{font-size:.9375rem;font-weight:850;letter-spacing:.14em;line-height:1.25}
    .badge .rating{font-size:2.75rem;font-weight:900;line-height:1;letter-spacing:-.045em;color:var(--glow);\
    font-variant-numeric:tabular-nums}
    .story{padding:1.35rem 1.25rem 2.5rem}
    .names .artist{font-size:1.625rem;font-weight:800;line-height:1.15;letter-spacing:-.025em}
    .found h1{margin-top:.2rem;font-size:1.375rem;font-weight:700;line-height:1.25;letter-spacing:-.015em}
    .names .small,.names .lead{margin-top:.5rem}
    .names .flag{margin-top:.75rem}
    .marks{margin-top:.5rem;font-weight:650;color:var(--green)}
    .notice{margin-top:1.25rem;padding:.9rem 1rem;background:var(--plate);border-radius:8px;\
    border-inline-start:4px solid var(--ink)}
    .facts{margin-top:1.25rem;border-top:1px solid var(--line)}
    .facts div{display:grid;grid-template-columns:5.5rem minmax(0,1fr);gap:1rem;padding:.55rem 0;\
    border-bottom:1px solid var(--line)}
    h2.confidence strong{display:inline}
    .proven>:last-child{margin-bottom:1rem}
    .summary{margin-top:1.6rem;font-size:1.1875rem;line-height:1.62;text-wrap:pretty}
    .bullets{margin-top:1.25rem;padding-inline-start:8px;display:grid;gap:.8rem}
    .bullets li{position:relative;padding-inline-start:1.4rem;text-wrap:pretty}
    .bullets li::before{content:"";position:absolute;inset-inline-start:0;top:.53em;width:.55rem;height:.55rem;\
    border-radius:50%;background:radial-gradient(circle,var(--paper) 0 18%,var(--green) 24%)}
    .verdict{margin-top:2rem;padding:1.15rem 1.25rem 1.25rem;border-radius:12px;background:var(--plate)}
    .verdict p{display:flex;flex-wrap:wrap;align-items:baseline;gap:.1rem .5rem}
    .verdict strong{font-size:2.75rem;font-weight:900;line-height:1;letter-spacing:-.045em;color:var(--green);\
    font-variant-numeric:tabular-nums}
    .verdict .of{color:var(--soft)}
    .recommendation{margin-inline-start:auto;font-weight:800;letter-spacing:.09em}
    .verdict svg{display:block;width:100%;height:12px;margin-top:.9rem}
    .verdict .track{fill:var(--line)}
    .verdict .fill{fill:var(--green)}
    .fans{margin-top:.9rem;color:var(--soft)}
    .roots div{grid-template-columns:6.75rem minmax(0,1fr)}
    .hear{display:flex;flex-wrap:wrap;align-items:center;gap:0 1.1rem;margin-top:1rem}
    .hear a,.related a,.roots a,.fans a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
    .related li{border-bottom:1px solid var(--line)}
    .tracks li{padding:.65rem 0;border-bottom:1px solid var(--line);font-weight:600}
    .tracks li:first-child{border-top:1px solid var(--line)}
    .tracks .numbered,.tracklist li{display:flex;align-items:baseline;gap:.75rem}
    .number{flex:none;min-width:1.75rem;color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
    .tracks .title,.tracklist .title{flex:1;min-width:0;overflow-wrap:anywhere}
    .length{flex:none;color:var(--soft);font-weight:400;font-variant-numeric:tabular-nums}
    .tracks-of{margin-top:1.75rem}
    .tracks-of>details{border-bottom:1px solid var(--line)}
    .tracks-of h3{margin:1rem 0 .25rem;font-size:.9375rem;color:var(--soft)}
    .tracklist li{padding:.35rem 0}
    .tracklist .key{font-weight:600}
    .sources a,.choices .small a{display:inline-flex;align-items:center;min-height:44px}
    .host{font-size:.875rem;color:var(--soft);white-space:nowrap}
    .missing{margin-top:1.75rem;padding:1.25rem;border-radius:12px;background:var(--plate)}
    .missing h2{margin-top:0}
    .missing .triangle{width:1.15em;height:1.15em;margin-inline-end:.4em;vertical-align:-.2em;fill:var(--orange)}
    .missing pre{background:var(--paper)}
    .confidence{text-wrap:pretty}
    .confidence strong{display:block;font-size:1.0625rem}
    .confidence strong::before{content:"";display:inline-block;width:.7rem;height:.7rem;margin-inline-end:.5rem;\
    border:2px solid var(--green);border-radius:50%}
    .verified strong::before{background:var(--green)}
    .corroborated strong::before{background:linear-gradient(90deg,var(--green) 50%,transparent 50%)}
    .claimed strong::before{border:2px dashed var(--soft)}
    .evidence{margin-top:.9rem}
    .evidence li,.doubts li{position:relative;padding:.3rem 0;padding-inline-start:1.5rem}
    .evidence li::before{content:"";position:absolute;left:.15rem;top:.8em;width:.65rem;height:.33rem;\
    border:solid var(--green);border-width:0 0 2.5px 2.5px;rotate:-45deg}
    .evidence .weak::before{left:.25rem;top:.82em;width:.45rem;height:.45rem;border:0;border-radius:50%;rotate:none;\
    background:var(--soft)}
    .doubts li::before{content:"";position:absolute;left:.15rem;top:1.02em;width:.65rem;height:2.5px;\
    background:var(--soft)}
    details{border-top:1px solid var(--line)}
    .folds{margin-top:2.25rem;border-bottom:1px solid var(--line)}
    .folds>section>details>:last-child{margin-bottom:1.25rem}
    summary{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:3.25rem;padding:.5rem 0;\
    cursor:pointer;list-style:none;font-weight:550}
    summary::-webkit-details-marker{display:none}
    summary h2{margin:0;font:inherit;letter-spacing:inherit}
    summary::after{content:"";flex:none;width:.6rem;height:.6rem;margin:-.25rem .3rem 0 0;border:solid var(--green);\
    border-width:0 2.5px 2.5px 0;rotate:45deg}
    details[open]>summary::after{rotate:225deg;margin-top:.25rem}
    summary:hover,summary:hover h2{color:var(--green)}
    .identification details{margin-top:.75rem;border-bottom:1px solid var(--line)}
    .identification details+details{margin-top:0;border-top:0}
    .identification:has(details)+.folds{margin-top:0;border-top:0}
    .identification:has(details)+.folds>section:first-child>details{border-top:0}
    .folds+footer{margin-top:1.5rem;padding-top:0;border-top:0}
    .identification li li,.identification details li{padding:.3rem 0}
    .identification details>:last-child{margin-bottom:1rem}
    .quoted{font-family:var(--serif);white-space:pre-line}
    .bill div{display:flex;justify-content:space-between;align-items:baseline;gap:1rem;padding:.55rem 0;\
    border-top:1px solid var(--line)}
    .bill dt{color:var(--ink)}
    .bill dt small{display:block}
    .bill dd{white-space:nowrap;font-variant-numeric:tabular-nums}
    .remedies p{margin-top:1rem}
    .remedies details p:first-of-type{margin-top:0}
    .why{margin-top:1rem}
    .choices .why{padding:.9rem 1rem;border-radius:8px;background:var(--plate);border-inline-start:4px solid var(--ink)}
    .candidates{counter-reset:n;display:grid;gap:1.25rem;margin:1.5rem 0}
    .candidates>li{counter-increment:n;display:flex;flex-direction:column;\
    border:1px solid var(--line);border-radius:14px;overflow:hidden}
    .who{position:relative;padding-inline-end:2.5rem}
    .who::before{content:counter(n);position:absolute;right:0;top:0;min-width:2rem;border-radius:1rem;background:#000;\
    color:var(--glow);font-weight:850;line-height:2rem;text-align:center;box-shadow:0 0 0 1px var(--line)}
    .candidates:not(:has(>li:nth-child(2))) .who::before{display:none}
    .candidates .thumb{background:var(--blank)}
    .candidates .thumb img{width:100%;aspect-ratio:1;object-fit:cover}
    .candidates .thumb .placeholder{height:100%}
    .candidates .case{display:flex;flex-direction:column;flex:1;padding:1rem}
    .candidates h2{margin:0;font-size:1.25rem}
    .candidates .artist{font-weight:600}
    .candidates .evidence,.candidates .doubts{font-size:.9375rem}
    .candidates .settle{margin-top:auto;padding-top:1rem}
    .candidates pre,.none pre{margin-top:.35rem}
    .none{padding:1rem 1.25rem 1.25rem;border-radius:14px;background:var(--plate)}
    .none pre{background:var(--paper)}
    .choices>details{margin-top:1.5rem;border-bottom:1px solid var(--line)}
    .choices>details>:last-child{margin-bottom:1rem}
    .choice article,.failure article{max-width:72rem;margin:0 auto}
    .failure article{max-width:44rem}
    @media (max-width:33.99rem){
    .candidates>li{display:grid;grid-template-columns:7.5rem minmax(0,1fr)}
    .candidates .case{display:contents}
    .candidates .who{padding:.9rem 3.25rem .9rem 1rem}
    .who::before{right:.9rem;top:.9rem}
    .candidates .thumb{align-self:start;background:none}
    .candidates .thumb img,.candidates .thumb .placeholder{border-end-end-radius:10px}
    .candidates .thumb .placeholder{height:auto;padding:.5rem}
    .candidates .grounds,.candidates .settle{grid-column:1/-1;padding:0 1rem}
    .candidates .who:has(a){padding-bottom:0}
    .candidates .grounds>:first-child{margin-top:.35rem}
    .candidates .settle{padding:.75rem 1rem 1rem}
    }
    @media (min-width:34rem){.candidates{grid-template-columns:repeat(auto-fit,minmax(14.5rem,1fr))}\
    .candidates:not(:has(>li:nth-child(2))){max-width:24rem}}
    @media (min-width:46rem){
    .album article:has(figure){display:grid;grid-template-columns:minmax(0,11fr) minmax(0,12fr);gap:clamp(2rem,5vw,4.5rem);\
    max-width:78rem;margin:0 auto;padding:1rem clamp(1.25rem,3.5vw,2.5rem) 3rem;align-items:start}
    .album .masthead{max-width:78rem;margin:0 auto;padding-inline:clamp(1.25rem,3.5vw,2.5rem)}
    .cover{position:sticky;top:1.5rem;background:none}
    .cover>img:not(.glow),.cover>.placeholder{border-radius:10px;outline:1px solid rgba(127,127,127,.25);outline-offset:-1px}
    .badge{border-radius:0 0 10px 10px}
    .cover .glow{display:block;position:absolute;z-index:-1;inset:5% 4% -4%;width:92%;height:99%;filter:blur(38px) saturate(1.5);\
    opacity:.55}
    .story{padding:0 0 2rem}
    .choice .story,.failure .story{padding:1rem clamp(1.25rem,3.5vw,2.5rem) 2rem}
    .choice .masthead{max-width:72rem;margin:0 auto;padding-inline:clamp(1.25rem,3.5vw,2.5rem)}
    .failure .masthead{max-width:44rem;margin:0 auto;padding-inline:clamp(1.25rem,3.5vw,2.5rem)}
    .summary{font-size:1.3125rem}
    }
    @media (prefers-reduced-motion:no-preference){summary::after{transition:rotate .18s}}
    @media print{
    .album article:has(figure){display:block;padding:0}
    .cover{position:relative;max-width:8cm;print-color-adjust:exact;-webkit-print-color-adjust:exact}
    .badge{background:#000}
    .glow,.remedies,.none,.settle,details:not([open]){display:none!important}
    .story{padding:1rem 0}
    .verdict,.missing,.choices .why,.notice{padding-inline:0}
    .candidates{grid-template-columns:repeat(3,minmax(0,1fr))}
    }

    """
}
