// What a person who sees, hears or touches a page less well would stumble over: the parts of WCAG 2.2 AA that a program
// can judge. Comes to a list of complaints, empty for a page without any.
(() => {
  const complaints = []
  const say = (what, element) => complaints.push(
    what + (element ? ': ' + element.outerHTML.replace(/\s+/g, ' ').slice(0, 120) : ''))
  const isShown = element => {
    const box = element.getBoundingClientRect()
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true })
      && box.width > 0 && box.height > 0
  }
  const all = selector => [...document.querySelectorAll(selector)]

  // 1.4.3 Contrast: each text against what lies behind it; a picture behind counts as the worse of black and white.
  const parse = colour => {
    const parts = colour.match(/[\d.]+/g).map(Number)
    return { r: parts[0], g: parts[1], b: parts[2], a: parts[3] ?? 1 }
  }
  const over = (top, under) => {
    const mix = key => top[key] * top.a + under[key] * (1 - top.a)
    return { r: mix('r'), g: mix('g'), b: mix('b'), a: 1 }
  }
  const light = ({ r, g, b }) => {
    const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    return 0.2126 * x + 0.7152 * y + 0.0722 * z
  }
  const ratio = (a, b) => {
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p)
    return (x + 0.05) / (y + 0.05)
  }
  const canvas = { r: 255, g: 255, b: 255, a: 1 }
  const behind = element => {
    const layers = []
    let grounds = null
    for (let e = element; e; e = e.parentElement) {
      const style = getComputedStyle(e)
      const layer = parse(style.backgroundColor)
      if (layer.a > 0) layers.push(layer)
      if (layer.a === 1) { grounds = [layer]; break }
      if (style.position === 'absolute' && e.parentElement?.querySelector(':scope > img, :scope img')) {
        grounds = [{ r: 0, g: 0, b: 0, a: 1 }, canvas]
        break
      }
    }
    return (grounds ?? [canvas]).map(ground => layers.reduceRight((under, layer) => over(layer, under), ground))
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement
    if (!texts.currentNode.data.trim() || /^(script|style|noscript|option)$/i.test(element.tagName)) continue
    if (!isShown(element)) continue
    const style = getComputedStyle(element)
    const isSvg = element.namespaceURI.endsWith('svg')
    const ink = parse(isSvg ? style.fill : style.color)
    const size = parseFloat(style.fontSize)
    const needed = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5
    for (const ground of behind(element)) {
      const found = ratio(over(ink, ground), ground)
      if (found < needed) say(`contrast ${found.toFixed(2)}, ${needed} needed`, element)
    }
  }

  // 4.1.2 Names of what can be pressed, 1.1.1 of pictures.
  const nameOf = element => {
    const labeled = element.getAttribute('aria-labelledby')?.split(' ').map(id => document.getElementById(id)?.textContent)
    const label = element.id && document.querySelector(`label[for="${CSS.escape(element.id)}"]`)?.textContent
    const inside = [...element.querySelectorAll('img')].map(i => i.alt).join(' ')
    return (labeled?.join(' ') || element.ariaLabel || label || element.closest('label')?.textContent
      || element.textContent || inside || element.title || '').trim()
  }
  for (const e of all('a[href], button, input, select, summary')) if (isShown(e) && !nameOf(e)) say('no name', e)
  for (const e of all('img')) if (!e.hasAttribute('alt')) say('no alternative text', e)
  for (const e of all('svg')) {
    if (e.getAttribute('aria-hidden') !== 'true' && !(e.getAttribute('role') === 'img' && (e.ariaLabel || e.querySelector('title')))) say('a drawing without a name', e)
  }
  for (const e of all('img')) if (isShown(e) && e.complete && !e.naturalWidth) say('a picture that isn’t there', e)

  // 1.3.1 Headings, landmarks, lists; 2.4.2 title; 3.1.1 language.
  const headings = all('h1,h2,h3,h4,h5,h6').filter(isShown)
  if (headings.filter(h => h.tagName === 'H1').length !== 1) say('not exactly one first heading')
  headings.reduce((before, h) => {
    const level = Number(h.tagName[1])
    if (level > before + 1) say(`a heading jumps from ${before} to ${level}`, h)
    if (!h.textContent.trim()) say('an empty heading', h)
    return level
  }, 0)
  if (all('main').length !== 1) say('not exactly one main part')
  for (const e of [...document.body.children]) {
    if (isShown(e) && !/^(MAIN|HEADER|FOOTER|NAV|SCRIPT)$/.test(e.tagName)) say('outside of all landmarks', e)
  }
  if (all('nav').length > 1) for (const e of all('nav')) if (!e.ariaLabel && !e.getAttribute('aria-labelledby')) say('one of several navigations has no name', e)
  for (const e of all('ul, ol')) for (const c of e.children) if (c.tagName !== 'LI') say('a list holds what isn’t an item', c)
  for (const e of all('dl')) for (const c of e.children) if (!/^(DT|DD|DIV)$/.test(c.tagName)) say('a list of terms holds something else', c)
  if (!document.documentElement.lang) say('no language')
  if (!document.title.trim()) say('no title')
  if (/user-scalable=no|maximum-scale/.test(document.querySelector('meta[name=viewport]')?.content ?? 'user-scalable=no')) say('can’t be enlarged')

  // 4.1.1 Identifiers; ARIA that points nowhere.
  const ids = all('[id]').map(e => e.id)
  for (const id of new Set(ids.filter((id, place) => ids.indexOf(id) !== place))) say(`the identifier ${id} is there twice`)
  for (const attribute of ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']) {
    for (const e of all(`[${attribute}]`)) {
      for (const id of e.getAttribute(attribute).split(' ')) if (!document.getElementById(id)) say(`${attribute} points nowhere`, e)
    }
  }
  for (const e of all('[aria-hidden=true]')) if (e.querySelector('a[href], button, input, select, summary')) say('hidden from readers, but it takes the focus', e)
  for (const e of all('[tabindex]')) if (e.tabIndex > 0) say('an order of its own for the focus', e)

  // 2.5.5 Targets of 44 by 44; links in running text excepted.
  for (const e of all('a[href], button, input, select, summary')) {
    if (!isShown(e)) continue
    const isInText = getComputedStyle(e).display === 'inline' && e.parentElement.textContent.trim().length > e.textContent.trim().length + 20
    const box = e.getBoundingClientRect()
    if (!isInText && (box.height < 43.5 || box.width < 24)) say(`a target of ${box.width.toFixed(0)} by ${box.height.toFixed(0)}`, e)
  }

  // 1.4.10 Reflow: nothing is wider than the window.
  const width = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth > width) {
    const widest = all('body *').find(e => e.getBoundingClientRect().right > width + 1)
    say(`${document.documentElement.scrollWidth} wide in a window of ${width}`, widest)
  }
  return complaints
})()
