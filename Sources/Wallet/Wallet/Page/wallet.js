'use strict'
// The binder, the player and the clock. Without this script the page is the list of all discs, with a command for each.
{
  const { nonce } = document.currentScript
  const body = document.body
  const list = document.querySelector('.discs')
  const items = [...list.children]
  const stage = document.querySelector('.stage')
  const binder = stage.querySelector('.binder')
  const spread = binder.querySelector('.spread')
  const where = stage.querySelector('[role=status]')
  const dialog = document.querySelector('dialog')
  const tools = document.querySelector('.tools')
  const views = document.querySelector('.views')
  const narrow = matchMedia('(orientation: portrait), (max-width: 40rem)')
  const calm = matchMedia('(prefers-reduced-motion: reduce)')
  const deadZone = 0.15
  // Only a Linux desktop passes the addresses of the buttons on to AlbumScan.
  const hasHandler = /X11|Linux/.test(navigator.userAgent) && !/Android|CrOS/.test(navigator.userAgent)
  // How long to wait for the player's answer, in milliseconds. The browser may ask the user first.
  const patience = 8000
  const make = (name, className, text) => {
    const element = document.createElement(name)
    if (className) element.className = className
    if (text) element.textContent = text
    return element
  }

  // What the list says of a disc is all that there is to know.
  const disc = item => ({
    item,
    id: item.id.slice(5),
    title: item.querySelector('h2').textContent.trim(),
    by: item.querySelector('.by').textContent,
    picture: item.querySelector('.art img')?.getAttribute('src'),
    flag: item.querySelector('.flag')?.textContent,
    isAbsent: item.hasAttribute('data-absent'),
  })

  // In the binder: what was searched for. Discs that nobody can play are in the list, and here only if they are asked for
  // or there are no others.
  let shown = items
  let place = 0
  let playing
  const atOnce = () => narrow.matches ? 1 : 2
  const last = () => Math.max(0, Math.ceil(shown.length / atOnce()) - 1) * atOnce()

  const sleeve = index => {
    const item = shown[index]
    if (!item) return make('span', 'sleeve is-empty')
    const it = disc(item)
    const link = make('a', `sleeve${it.isAbsent ? ' is-absent' : ''}`)
    link.href = `#${item.id}`
    link.draggable = false
    link.ariaLabel = [it.title, it.by, it.flag].filter(Boolean).join(', ')
    const cd = make('span', 'cd')
    const face = make('span', 'face')
    if (it.picture) {
      const image = make('img')
      Object.assign(image, { src: it.picture, alt: '', draggable: false, decoding: 'sync' })
      face.append(image)
    } else {
      const label = make('span', 'label')
      label.append(make('span', 'what', it.title), make('span', 'who', it.by))
      for (const line of label.children) line.dir = 'auto'
      face.append(label)
    }
    face.append(make('span', 'gloss'))
    cd.append(face)
    const strip = make('span', 'strip')
    strip.append(make('b', '', it.title), ` ${it.by}`)
    strip.dir = 'auto'
    link.append(cd, strip)
    if (it.flag) link.append(make('span', 'tag', it.flag))
    link.addEventListener('click', event => {
      event.preventDefault()
      // A click by key is never the end of a drag.
      if (!dragged || event.detail === 0) press(item)
    })
    return link
  }

  // Says of a page's disc what is done with it. The disc stays, and who has it under the keys.
  const mark = page => {
    const isHere = playing && page.dataset.disc === `disc-${playing.disc}`
    const isComing = asked?.isPlay && page.dataset.disc === `disc-${asked.disc}`
    const words = isHere ? playing.state === 'play' ? '▶ playing' : 'paused' : isComing ? 'Starting…' : ''
    const tag = page.querySelector('.plays')
    if ((tag?.textContent ?? '') === words) return
    tag?.remove()
    if (words) page.firstElementChild.append(make('span', 'tag plays', words))
  }

  // Where a disc lies is a page. Beneath the open ones lies what a turn uncovers; all others are turned over, like the back of a
  // leaf, and show nothing, so that a turn doesn't wait until they are drawn. Those of two spreads each way are there: the pictures
  // of the farther ones are decoded before somebody turns to them.
  const pages = new Map()
  const spreadAt = start => Array.from({ length: atOnce() }, (_, side) => start + side)
  const lay = () => {
    const spreads = [0, -1, 1, -2, 2].map(far => place + far * atOnce()).filter(start => start >= 0 && start <= last())
    const wanted = new Set(spreads.flatMap(spreadAt))
    const beneath = atOnce() === 2 ? [place - 2, place + 3] : [place + 1]
    for (const [index, page] of pages) {
      if (wanted.has(index)) continue
      page.remove()
      pages.delete(index)
    }
    for (const index of wanted) {
      if (!pages.has(index)) pages.set(index, spread.appendChild(make('div')))
      const page = pages.get(index)
      const isOpen = spreadAt(place).includes(index)
      const side = atOnce() === 2 && index % 2 === 0 ? 'left' : 'right'
      page.className = `leaf-page ${side} ${isOpen ? 'is-open' : beneath.includes(index) ? 'is-beneath' : 'is-over'}`
      page.inert = !isOpen
      page.style = ''
      const disc = shown[index]?.id ?? ''
      if (page.dataset.disc !== disc) {
        page.dataset.disc = disc
        page.replaceChildren(sleeve(index))
      }
      mark(page)
    }
  }

  const say = () => {
    const number = atOnce()
    const [here, all] = [place / number + 1, Math.max(1, Math.ceil(shown.length / number))]
    where.textContent = number === 1 ? `Album ${here} of ${all}` : `Spread ${here} of ${all}`
    // Disabled in word alone: whoever pressed it by key would be nowhere.
    stage.querySelector('[data-go="-1"]').ariaDisabled = place === 0
    stage.querySelector('[data-go="1"]').ariaDisabled = place >= last()
    history.replaceState(null, '', here > 1 ? `#s=${here}` : location.pathname + location.search)
  }

  const render = () => {
    place = Math.min(Math.floor(place / atOnce()) * atOnce(), last())
    body.classList.toggle('is-single', narrow.matches)
    binder.classList.remove('is-turning')
    lay()
    say()
  }

  // A turn of the page: over the binding go the right page of the earlier spread and, on its back, the left one of the later.
  let turn
  const begin = direction => {
    end()
    if (direction > 0 ? place >= last() : place === 0) return false
    const to = place + direction * atOnce()
    const [earlier, later] = [Math.min(place, to), Math.max(place, to)]
    const leaf = [pages.get(earlier + atOnce() - 1), atOnce() === 2 && pages.get(later)].filter(Boolean)
    // Of one page alone there is nothing to see once it stands upright.
    const over = atOnce() === 2 ? 180 : 90
    turn = { to, leaf, from: direction > 0 ? 0 : over, until: direction > 0 ? over : 0 }
    for (const page of leaf) page.classList.add('is-leaf')
    binder.classList.add('is-turning')
    lean(turn.from)
    return true
  }
  // How far the leaf has gone over: at 0 degrees it lies on the right, at 180 on the left.
  const lean = (degrees, transition = '') => {
    turn.leaf.forEach((page, side) => {
      page.style.transition = transition
      page.style.transform = `rotateY(${side * 180 - degrees}deg)`
    })
  }
  // Ends at once whatever turn is under way.
  const end = () => {
    if (!turn) return
    const { to, isBack } = turn
    turn = undefined
    // Who turns on by a key lets go of the leaf in hand, and that falls back.
    const isInHand = drag?.isTurning
    if (isInHand) drag = undefined
    if (!isBack && !isInHand) place = to
    render()
  }
  const finish = isBack => {
    if (!turn) return
    const mine = turn
    mine.isBack = isBack
    if (calm.matches) return end()
    lean(isBack ? mine.from : mine.until, 'transform .5s cubic-bezier(.35,.05,.25,1)')
    // The disc on it may come to rest at the same time.
    mine.leaf[0].addEventListener('transitionend', event => {
      if (event.target === event.currentTarget && turn === mine) end()
    })
    // A hidden page makes no transitions.
    setTimeout(() => { if (turn === mine) end() }, 700)
  }
  const go = direction => {
    const hadFocus = binder.contains(document.activeElement)
    end()
    if (calm.matches) {
      place = Math.max(0, Math.min(last(), place + direction * atOnce()))
      render()
    } else if (begin(direction)) {
      // The turn starts from a picture of its own, or there would be nothing to pass through.
      spread.getBoundingClientRect()
      finish(false)
    }
    if (hadFocus) binder.focus()
  }
  const jump = index => {
    end()
    place = Math.max(0, index)
    render()
  }

  // By finger or mouse: a page's width is a quarter turn; from half of that on it turns by itself.
  let drag
  let dragged = false
  binder.addEventListener('pointerdown', event => {
    // Another finger doesn't take the leaf out of the first one's hand.
    if (event.button !== 0 || !event.isPrimary || drag?.isTurning) return
    dragged = false
    // What lies still is measured: a page may be under way.
    const { left, width } = spread.getBoundingClientRect()
    const [page, binding] = atOnce() === 2 ? [width / 2, left + width / 2] : [width, left]
    drag = {
      x: event.clientX, width: page, pointer: event.pointerId,
      side: atOnce() === 1 ? 0 : event.clientX < binding ? -1 : 1,
      isDead: Math.abs(event.clientX - binding) < deadZone * page,
    }
  })
  addEventListener('pointermove', event => {
    if (!drag || event.pointerId !== drag.pointer) return
    const distance = event.clientX - drag.x
    if (!drag.isTurning) {
      if (Math.abs(distance) < 6) return
      dragged = true
      const direction = distance < 0 ? 1 : -1
      if (drag.isDead || drag.side && drag.side !== direction || !begin(direction)) return void (drag = undefined)
      drag.isTurning = true
      drag.direction = direction
      binder.setPointerCapture(event.pointerId)
    }
    drag.degrees = Math.max(0, Math.min(90, -distance * drag.direction / drag.width * 90))
    drag.frame ??= requestAnimationFrame(() => {
      if (!drag?.isTurning) return
      drag.frame = undefined
      lean(turn.from + drag.direction * drag.degrees)
    })
  })
  const release = (event, isCancelled) => {
    if (event.pointerId !== drag?.pointer) return
    const { isTurning, degrees, frame } = drag
    cancelAnimationFrame(frame)
    drag = undefined
    if (isTurning) finish(isCancelled || degrees < 45)
  }
  addEventListener('pointerup', event => release(event, false))
  addEventListener('pointercancel', event => release(event, true))

  binder.addEventListener('keydown', event => {
    const steps = {
      ArrowRight: () => go(1), PageDown: () => go(1), ArrowLeft: () => go(-1), PageUp: () => go(-1),
      Home: () => jump(0), End: () => jump(last()),
    }
    if (!steps[event.key] || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    steps[event.key]()
  })
  for (const button of stage.querySelectorAll('[data-go]')) {
    button.addEventListener('click', () => go(Number(button.dataset.go)))
  }
  narrow.addEventListener('change', () => {
    end()
    // Left comes before right for those who go through them by key.
    spread.replaceChildren(...spread.querySelectorAll('.spine'))
    pages.clear()
    render()
  })

  // The player
  const screen = dialog.querySelector('.lcd')
  const two = number => String(number).padStart(2, '0')
  const clock = seconds => `${two(Math.floor(seconds / 60))}:${two(Math.floor(seconds % 60))}`
  let opened
  // The disc that was put in from here, and isn't known to have given way to another.
  let started
  // The button that was pressed last, until it is known what came of it: its disc, when that was, and whether it plays.
  let asked
  const answer = dialog.querySelector('.answer')
  const replacing = dialog.querySelector('.replace')
  const tell = (words, mayReplace) => {
    answer.textContent = words
    answer.hidden = !words
    replacing.hidden = !mayReplace
  }
  const markAll = () => { if (body.dataset.view === 'binder') for (const page of pages.values()) mark(page) }
  const settle = (words = '', mayReplace = false) => {
    clearTimeout(asked?.timer)
    asked = undefined
    tell(words, mayReplace)
    markAll()
  }
  const send = href => Object.assign(make('a'), { href }).click()
  // Has the desktop carry out what a button of the player stands for.
  const order = href => {
    if (!hasHandler) return settle('Playing needs the computer on which AlbumScan runs. The command below plays the disc there.')
    settle()
    const action = href.split(/[:?]/)[1]
    const isPlay = action === 'play'
    asked = { disc: opened.id, at: Date.now() / 1000, isPlay }
    if (isPlay) {
      started = opened.id
      tell('Starting…')
      asked.timer = setTimeout(() => {
        settle('No answer yet. Your browser may be asking you whether to open the link. The command below plays the disc, too.')
      }, patience)
    } else if (action === 'eject') {
      started = undefined
    }
    send(href)
    markAll()
  }
  // One press shows a disc's player and plays it, or goes on where it was paused.
  const press = item => {
    open(item)
    const isPlaying = playing?.disc === opened.id && playing.state === 'play'
    if (item.dataset.play && !isPlaying) order(item.dataset.play)
  }
  const open = item => {
    opened = disc(item)
    dialog.querySelector('h2').textContent = opened.title
    dialog.querySelector('.by').textContent = opened.by
    const art = dialog.querySelector('.art')
    const picture = item.querySelector('.art').firstElementChild.cloneNode(true)
    Object.assign(picture, { loading: 'eager', decoding: 'sync' })
    art.replaceChildren(picture)
    const tracks = dialog.querySelector('.tracks')
    tracks.replaceChildren(...[...item.querySelectorAll('details li')].map((track, index) => {
      const row = make('li')
      const [number, ...rest] = [...track.children].map(child => child.cloneNode(true))
      const link = make(item.dataset.play ? 'a' : 'span', 'row')
      if (item.dataset.play) link.href = address('play', index + 1)
      link.append(number, ...rest)
      row.append(link)
      return row
    }))
    const playable = !!item.dataset.play
    screen.hidden = dialog.querySelector('.buttons').hidden = !playable
    dialog.querySelector('.absent').hidden = !opened.isAbsent
    dialog.querySelector('pre').hidden = !playable
    dialog.querySelector('code').textContent = `albumscanctl wallet play ${opened.id}`
    replacing.href = playable ? address('play', undefined, true) : ''
    if (asked?.disc !== opened.id) settle()
    const page = item.querySelector('a.page')
    const more = dialog.querySelector('.more')
    more.hidden = !page
    if (page) more.href = page.getAttribute('href')
    tick()
    dialog.showModal()
    // Not by `autofocus`, of which browsers complain if a key was pressed while the page was being opened.
    dialog.querySelector('[data-action=play]').focus()
  }
  const address = (action, track, isForced) => {
    const parameters = new URL(opened.item.dataset.play).searchParams
    // The strict reader of these addresses wants them in this order.
    const parts = [`id=${parameters.get('id')}`, track && `track=${track}`, isForced && 'force', `k=${parameters.get('k')}`]
    return `albumscan:${action}?${parts.filter(Boolean).join('&')}`
  }
  dialog.addEventListener('click', event => {
    const { href } = event.target.closest('a[href]') ?? {}
    if (!href?.startsWith('albumscan:')) return
    event.preventDefault()
    order(href)
  })
  dialog.addEventListener('close', () => {
    const isOurs = started === opened.id && (playing?.disc ?? started) === started
    started = undefined
    settle()
    if (!isOurs || playing?.state === 'pause' || 'keepsPlaying' in dialog.dataset) return
    send(address('pause'))
  })
  dialog.querySelector('.close').addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', event => { if (event.target === dialog) dialog.close() })

  const tick = () => {
    if (!opened) return
    const isHere = playing?.disc === opened.id && playing.state !== 'stop'
    const elapsed = isHere ? playing.elapsed + (playing.state === 'play' ? Math.max(0, Date.now() / 1000 - playing.at) : 0) : 0
    const isMoving = isHere && playing.state === 'play'
    const button = dialog.querySelector('[data-action=play]')
    button.ariaLabel = isMoving ? 'Pause' : 'Play the album'
    button.querySelector('path').setAttribute('d', isMoving ? 'M6 5h4v14H6zM14 5h4v14h-4z' : 'M7 4.5v15l12-7.5z')
    dialog.querySelector('[data-action=eject]').hidden = playing?.disc !== opened.id
    for (const link of dialog.querySelectorAll('[data-action]')) {
      if (!opened.item.dataset.play) link.removeAttribute('href')
      else link.href = address(link === button && isMoving ? 'pause' : link.dataset.action)
    }
    screen.firstElementChild.textContent = isHere ? `TRK ${two(playing.track)}` : 'TRK --'
    screen.lastElementChild.textContent = isHere ? clock(elapsed) : '--:--'
    ;[...dialog.querySelectorAll('.tracks li')].forEach((row, index) => {
      row.classList.toggle('is-now', isHere && playing.track === index + 1)
    })
  }
  // What the file beside this page calls: what is played at this moment.
  let isUpdating = false
  // Which button did nothing, and why, comes with it; it may be one of long ago.
  window.albumscanNow = (now, failed) => {
    const was = playing
    playing = now
    if (asked && failed && failed.disc === asked.disc && failed.at >= asked.at - 1) {
      if (asked.isPlay) started = undefined
      settle(`${failed.reason}${failed.mayReplace ? '. The disc can play all the same; to get your queue back, eject it.' : ''}`, failed.mayReplace)
    } else if (asked?.isPlay && now?.disc === asked.disc && now.state === 'play' && now.at >= asked.at - 1) {
      settle()
    }
    if (now?.disc && was?.disc !== now.disc && now.disc !== started) started = undefined
    if (isUpdating && !now?.updating && !dialog.open) return location.reload()
    if (now?.updating && !isUpdating) {
      isUpdating = true
      document.querySelector('.lead').textContent = 'Updating…'
    }
    if (was?.disc !== now?.disc || was?.state !== now?.state) if (!turn && body.dataset.view === 'binder') render()
    tick()
  }
  let asking
  const ask = () => {
    if (document.hidden || asking) return
    asking = make('script')
    asking.nonce = nonce
    asking.src = `wallet/now.js?${Date.now()}`
    asking.onload = asking.onerror = () => {
      asking.remove()
      asking = undefined
    }
    document.head.append(asking)
  }
  if (items.some(item => item.dataset.play)) {
    ask()
    setInterval(ask, 2000)
    setInterval(() => { if (dialog.open) tick() }, 250)
  }

  // Views, search, and one picked by chance
  const view = name => {
    body.dataset.view = name
    for (const input of views.querySelectorAll('input')) input.checked = input.value === name
    if (name === 'binder') render()
  }
  views.addEventListener('change', event => view(event.target.value))
  const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const texts = items.map(item => fold(`${item.querySelector('h2').textContent} ${item.querySelector('.by').textContent}`))
  const also = tools.querySelector('[data-also]')
  const choose = () => {
    const found = items.filter(item => !item.hidden)
    const playable = found.filter(item => !item.hasAttribute('data-absent'))
    also.parentElement.hidden = !playable.length || playable.length === found.length
    shown = also.checked || !playable.length ? found : playable
    document.querySelector('.nothing').hidden = shown.length > 0
  }
  tools.addEventListener('input', ({ target }) => {
    if (target.type === 'search') {
      const words = fold(target.value).split(/\s+/).filter(Boolean)
      items.forEach((item, index) => { item.hidden = !words.every(word => texts[index].includes(word)) })
    }
    choose()
    if (body.dataset.view === 'binder') jump(0)
  })
  tools.addEventListener('submit', event => event.preventDefault())
  tools.querySelector('[data-pick]').addEventListener('click', () => {
    if (!shown.length) return
    const index = Math.floor(Math.random() * shown.length)
    if (body.dataset.view === 'binder') jump(index)
    open(shown[index])
  })

  const notice = document.querySelector('.notice[data-once]')
  if (notice) {
    const seen = () => { try { return localStorage.getItem('albumscan-wallet-notice') } catch { return null } }
    notice.hidden = seen() === notice.dataset.once
    const dismiss = notice.querySelector('button')
    dismiss.hidden = false
    dismiss.addEventListener('click', () => {
      notice.hidden = true
      try { localStorage.setItem('albumscan-wallet-notice', notice.dataset.once) } catch { /* shown again next time */ }
    })
  }

  for (const link of list.querySelectorAll('h2 a')) {
    link.addEventListener('click', event => {
      event.preventDefault()
      press(link.closest('li'))
    })
  }
  if (items.length) {
    tools.hidden = views.hidden = stage.hidden = false
    choose()
    const wanted = Number(new URLSearchParams(location.hash.slice(1)).get('s') ?? 1)
    place = Math.max(0, (wanted || 1) - 1) * atOnce()
    const named = location.hash.startsWith('#disc-') && items.find(item => item.id === location.hash.slice(1))
    if (named) place = Math.max(0, shown.indexOf(named))
    view('binder')
    if (named) open(named)
  }
}
