'use strict'
// Search and filter over all scans. Without this script the page shows the newest, and leads to the months.
{
  const { nonce, dataset } = document.currentScript
  const form = document.querySelector('.find')
  const shelves = document.querySelector('.shelves')
  const found = document.querySelector('.found')
  const list = found.querySelector('ul')
  const count = found.querySelector('h2')
  const more = found.querySelector('button')
  const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const atOnce = 60
  const albums = []
  let hits = []
  let loading

  // What the files beside this page call; each holds the rows of one page of a month.
  window.albumscan = rows => {
    for (const [folder, title, artist, year, at, tenths, label, flags, names = '', id, lists = ''] of rows) {
      albums.push({ folder, title, artist, year, at, tenths, label, flags, id, lists: lists.split('\n'), text: fold(`${title} ${artist} ${year} ${label} ${names}`) })
    }
  }

  // Files, not requests: a page on disk may not ask for anything, but it may have scripts.
  const load = () => loading ??= Promise.all(dataset.pages.split(' ').filter(page => /^[\d-]+$/.test(page)).map(page => new Promise(done => {
    const script = document.createElement('script')
    script.nonce = nonce
    script.onload = script.onerror = done
    script.src = `months/${page}.js`
    document.head.append(script)
  }))).then(() => albums.sort((a, b) => a.at < b.at ? 1 : a.at > b.at ? -1 : 0))

  const days = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
  const make = (name, className, text) => {
    const element = document.createElement(name)
    element.className = className
    if (text) element.textContent = text
    return element
  }

  // The same as on the cards that the page has.
  const menu = id => {
    const [details, summary] = [make('details', 'menu'), make('summary', '')]
    summary.ariaLabel = `Scan ${id}: what you can do`
    summary.append(make('span', '', '⋯'))
    details.append(summary, make('p', 'small', `Scan ${id}`))
    for (const [purpose, command] of [
      ['Wrong album: say which', `albumscanctl accept ${id} --album "Artist - Title"`],
      ['Put it on a list', `albumscanctl mark ${id} wanted`],
      ['Delete', `albumscanctl delete ${id}`],
    ]) {
      const block = make('pre', '')
      block.append(make('code', '', command))
      details.append(make('p', 'small', purpose), block)
    }
    return details
  }

  const card = album => {
    const [item, link, thumb] = [make('li', ''), make('a', ''), make('span', 'thumb')]
    const folder = encodeURIComponent(album.folder)
    link.href = `${folder}/index.html`
    if (album.flags & 1) {
      const image = make('img', '')
      Object.assign(image, { alt: `Cover of ${album.title}`, width: 200, height: 200, loading: 'lazy', src: `${folder}/thumbnail.jpg` })
      thumb.append(image)
    } else {
      const plate = make('span', 'placeholder')
      const disc = make('span', 'disc')
      disc.ariaHidden = 'true'
      plate.append(disc, make('span', '', 'Album art unavailable'))
      thumb.append(plate)
    }
    if (album.tenths !== null) thumb.append(make('span', 'rating', album.tenths === 100 ? '10' : (album.tenths / 10).toFixed(1)))
    const title = make('span', 'title', album.title)
    const by = make('span', 'by', album.artist + (album.year ? ` · ${album.year}` : ''))
    title.dir = by.dir = 'auto'
    const at = new Date(album.at)
    const when = make('time', 'when', isNaN(at) ? album.at : days.format(at))
    when.dateTime = album.at.slice(0, 10)
    link.append(thumb, title, by, when)
    const standing = ['owned', 'wanted'].find(name => album.lists.includes(name))
    if (standing) link.append(make('span', 'listed', standing))
    if (album.flags & 2) link.append(make('span', 'flag', 'Unverified match'))
    item.append(link)
    if (album.id) item.append(menu(album.id))
    return item
  }

  const { compare } = new Intl.Collator()
  const orders = {
    newest: null,
    rating: (a, b) => (b.tenths ?? -1) - (a.tenths ?? -1),
    artist: (a, b) => compare(a.artist, b.artist) || compare(a.year, b.year),
    year: (a, b) => compare(a.year || '9', b.year || '9'),
  }

  const showMore = () => {
    const next = hits.slice(list.children.length, list.children.length + atOnce).map(card)
    list.append(...next)
    list.dispatchEvent(new Event('commands', { bubbles: true }))
    more.hidden = list.children.length >= hits.length
    return next[0]
  }

  // So that the way back from an album leads to what was found. Browsers refuse an address that changes with each letter
  // of a fast typist (Safari after a hundred in half a minute).
  let timer
  let notedAt = -1000
  const note = query => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      notedAt = performance.now()
      history.replaceState(null, '', query.size ? `#${query}` : location.pathname)
    }, Math.max(0, notedAt + 500 - performance.now()))
  }

  const show = async () => {
    const wanted = Object.fromEntries(new FormData(form))
    const words = fold(wanted.q).split(/\s+/).filter(Boolean)
    const isIdle = !words.length && !wanted.rating && !wanted.decade && !wanted.list && wanted.order === 'newest'
    note(new URLSearchParams(Object.entries(wanted).filter(([, value]) => value && value !== 'newest')))
    if (!isIdle) await load()
    shelves.hidden = !isIdle
    found.hidden = isIdle
    hits = isIdle ? [] : albums.filter(album =>
      words.every(word => album.text.includes(word))
      && (!wanted.list || album.lists.includes(wanted.list))
      && (!wanted.decade || album.year.startsWith(wanted.decade))
      && (!wanted.rating || (wanted.rating === 'none' ? album.tenths === null
        : wanted.rating === 'low' ? album.tenths !== null && album.tenths < 50 : (album.tenths ?? -1) >= wanted.rating * 10)))
    if (orders[wanted.order]) hits.sort(orders[wanted.order])
    list.replaceChildren()
    count.textContent = hits.length === 0 ? 'Nothing found' : hits.length === 1 ? '1 album' : `${hits.length} albums`
    showMore()
  }

  form.hidden = false
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) {
    if (form.elements[name]) form.elements[name].value = value
  }
  if (location.hash) show()
  form.addEventListener('focusin', load, { once: true })
  form.addEventListener('input', show)
  form.addEventListener('submit', event => event.preventDefault())
  more.addEventListener('click', () => showMore()?.querySelector('a').focus())
}
