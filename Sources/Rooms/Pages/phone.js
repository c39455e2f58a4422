'use strict'
// Searches the page: albums and lines that hold every word stay, and the words are marked.
{
  const form = document.querySelector('.find')
  const said = form.querySelector('[role=status]')
  const fold = text => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const items = [...document.querySelectorAll('.item,.list>li')]
  const texts = []
  const groups = [...document.querySelectorAll('.list')]
  form.hidden = false
  form.addEventListener('submit', event => event.preventDefault())

  const unmark = () => {
    for (const mark of document.querySelectorAll('mark')) {
      const parent = mark.parentNode
      mark.replaceWith(...mark.childNodes)
      parent.normalize()
    }
  }

  const mark = (item, words) => {
    const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT)
    const nodes = []
    while (walker.nextNode()) nodes.push(walker.currentNode)
    for (const node of nodes) {
      const text = node.data.toLowerCase()
      // Only where folding keeps each letter in its place.
      if (fold(node.data).length !== text.length) continue
      const word = words.find(word => fold(node.data).includes(word))
      if (!word) continue
      const found = node.splitText(fold(node.data).indexOf(word))
      found.splitText(word.length)
      const box = document.createElement('mark')
      found.replaceWith(box)
      box.append(found)
    }
  }

  form.querySelector('input').addEventListener('input', event => {
    const words = fold(event.target.value).split(/\s+/).filter(Boolean)
    unmark()
    let count = 0
    items.forEach((item, place) => {
      texts[place] ??= fold(item.textContent)
      const fits = words.every(word => texts[place].includes(word))
      item.hidden = !fits
      if (fits && words.length && ++count <= 100) mark(item, words)
    })
    for (const group of groups) {
      group.hidden = words.length > 0 && ![...group.children].some(line => !line.hidden)
      group.previousElementSibling.hidden = group.hidden
    }
    said.textContent = words.length ? `${count === 0 ? 'Nothing' : count} found` : ''
  })
}
