extension Style {
  /// The gallery's pages, and that of the numbers.
  static let gallery = """
    .masthead nav{display:flex;gap:1.5rem}
    .masthead,main{max-width:84rem;margin:0 auto}
    main{padding:.75rem 1.25rem 3rem}
    .names .lead{margin-top:.4rem}
    .tagline{margin-top:.3rem;font:italic 1.0625rem/1.4 var(--serif);color:var(--soft)}
    .shelf h2{display:flex;align-items:baseline;gap:.6rem;margin:2.25rem 0 1rem}
    .shelf>.covers:first-child{margin-top:1.35rem}
    .covers{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(9.25rem,44%),1fr));gap:1.6rem 1rem}
    .covers a{display:block;text-decoration:none}
    .thumb{display:block;position:relative;background:var(--blank);border-radius:8px;overflow:hidden}
    .thumb::after{content:"";position:absolute;inset:0;border-radius:inherit;pointer-events:none;\
    box-shadow:inset 0 0 0 1px rgba(127,127,127,.2)}
    .thumb img,.thumb .placeholder{width:100%;aspect-ratio:1;object-fit:cover}
    .thumb .placeholder{font-size:.8125rem;font-weight:500;line-height:1.3;gap:.6rem;padding:.75rem}
    .thumb .disc{box-shadow:0 0 0 1px rgba(255,255,255,.1)}
    .thumb .rating{position:absolute;right:.45rem;bottom:.45rem;padding:.1rem .5rem;border-radius:6px;\
    background:rgba(0,0,0,.86);color:var(--glow);font-size:1rem;font-weight:850;line-height:1.45;letter-spacing:-.02em;\
    font-variant-numeric:tabular-nums}
    .covers .title,.covers .by{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden}
    .covers .title{margin-top:.6rem;font-weight:700;line-height:1.28;letter-spacing:-.01em}
    .covers .by{margin-top:.1rem;font-size:.875rem;line-height:1.4;color:var(--soft)}
    .covers .when{display:block;margin-top:.1rem;font-size:.8125rem;color:var(--soft)}
    .covers .listed{display:block;margin-top:.2rem;font-size:.8125rem;font-weight:700;color:var(--green)}
    .covers .flag{margin-top:.4rem;padding:.05rem .55rem;font-size:.75rem}
    .covers a:hover .title{color:var(--green)}
    .covers li{position:relative}
    .menu summary{position:absolute;top:.3rem;right:.3rem;width:44px;height:44px;display:grid;place-items:center;\
    border-radius:50%;color:#fff;cursor:pointer;list-style:none;font-weight:850}
    .menu summary::-webkit-details-marker{display:none}
    .menu summary span{padding:0 .5rem;border-radius:1rem;background:rgba(0,0,0,.7);line-height:1.5rem}
    .menu summary:hover span,.menu[open] summary span{background:#000;color:var(--glow)}
    @media (hover:hover){.covers li:not(:hover) .menu:not([open],:focus-within) span{opacity:0}}
    .menu p{margin-top:.6rem}
    .menu code{font-size:.8125rem}
    .count{font-size:.8125rem;font-weight:500;letter-spacing:0;color:var(--soft);font-variant-numeric:tabular-nums}
    .empty{padding:14vh 1rem 10vh;text-align:center;font-size:1.25rem;font-weight:700;letter-spacing:-.015em}
    .empty .clock{display:block;width:4.5rem;margin:0 auto 1.5rem;fill:none;stroke:var(--soft);stroke-width:2;\
    stroke-linecap:round;stroke-linejoin:round}
    .empty .small{font-weight:400;letter-spacing:0;margin-top:.6rem}
    .empty pre{display:inline-block;font-weight:400;text-align:left}
    .led{--first:2}
    .few{--across:var(--narrow);--first:var(--narrow-first);\
    grid-template-columns:repeat(var(--across),minmax(0,1fr))}
    :is(.led,.few)>:first-child{grid-column:span var(--first);grid-row:span var(--first);--more:calc(var(--first) - 1)}
    :is(.led,.few)>:first-child .title{font-size:calc(1rem + var(--more)*.375rem);\
    font-weight:calc(700 + var(--more)*100);letter-spacing:calc(-.01em - var(--more)*.015em)}
    :is(.led,.few)>:first-child .by{font-size:calc(.875rem + var(--more)*.125rem)}
    :is(.led,.few)>:first-child .rating{font-size:calc(1rem + var(--more)*.75rem);padding-inline:.6rem}
    .find{display:grid;grid-template-columns:repeat(3,minmax(0,1fr));gap:.75rem .6rem;margin-top:1.35rem}
    .find label{font-size:.8125rem;font-weight:650;color:var(--soft)}
    .find .wide{grid-column:1/-1}
    input,select,.found button{font:inherit;font-size:1rem;font-weight:500;color:var(--ink);background:var(--paper);\
    border:1px solid var(--soft);border-radius:10px;min-height:48px;padding:0 .9rem}
    .find input,.find select{display:block;width:100%;margin-top:.25rem}
    .find select{padding:0 .6rem;text-overflow:ellipsis}
    input::placeholder{color:var(--soft);opacity:1}
    .found button{margin-top:2rem;padding:0 1.5rem;font-weight:650;cursor:pointer}
    .found button:hover{border-color:var(--green);color:var(--green)}
    .months{margin-top:3.25rem;padding-top:.25rem;border-top:1px solid var(--line)}
    .months ul,.turn{display:flex;flex-wrap:wrap;gap:.5rem}
    .months h3{margin:1.1rem 0 .5rem;font-variant-numeric:tabular-nums}
    .months a,.turn a{display:inline-flex;align-items:center;gap:.5rem;min-height:44px;padding:0 .95rem;\
    border:1px solid var(--line);border-radius:999px;text-decoration:none;font-weight:550}
    .months a:hover,.turn a:hover{border-color:var(--green)}
    .turn{margin-top:2.5rem}
    @media (min-width:46rem){
    .find{grid-template-columns:minmax(0,1fr) repeat(3,10.5rem)}
    .find .wide{grid-column:auto}
    .masthead,main{padding-inline:clamp(1.25rem,3.5vw,2.5rem)}
    .covers{gap:2.1rem 1.4rem}
    .covers:not(.few){grid-template-columns:repeat(auto-fill,minmax(10.5rem,1fr))}
    }
    @media (min-width:46rem){
    .few{--across:var(--middle);--first:var(--middle-first);max-width:calc(14rem + var(--across)*15.5rem)}
    .one{max-width:none}
    .one a{display:grid;grid-template:1fr auto auto auto/min(28rem,50%) 1fr;column-gap:2rem}
    .one .thumb{grid-row:1/5}
    .one .title{align-self:end}
    .few.one>li .title{font-size:2rem;letter-spacing:-.03em}
    .few.one>li .by{font-size:1.125rem}
    }
    @media (min-width:75rem){.few{--across:var(--wide);--first:var(--wide-first)}}
    @media (prefers-reduced-motion:no-preference){.thumb img{transition:scale .25s}.covers a:hover img{scale:1.035}}
    @media print{.menu{display:none}.covers{grid-template-columns:repeat(5,minmax(0,1fr));gap:.8rem}\
    .thumb .rating{background:#000;print-color-adjust:exact;-webkit-print-color-adjust:exact}}

    """
}
