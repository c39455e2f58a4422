'use strict'
// A button beside each command, which copies it. Without this script a press on a command selects all of it.
{
  const said = document.createElement('p')
  said.className = 'said'
  said.setAttribute('role', 'status')
  document.querySelector('main').append(said)

  // Where a browser keeps the clipboard from pages on disk, what is selected is copied as by the keyboard.
  const copy = async (code, button) => {
    try {
      await navigator.clipboard.writeText(code.textContent)
      return true
    } catch {
      getSelection().selectAllChildren(code)
      const isCopied = document.execCommand('copy')
      if (isCopied) getSelection().removeAllRanges()
      button.focus()
      return isCopied
    }
  }

  const addButtons = () => {
    for (const code of document.querySelectorAll('pre > code:only-child')) addButton(code)
  }

  const addButton = code => {
    const button = document.createElement('button')
    const rest = () => {
      button.textContent = 'Copy'
      button.classList.remove('is-copied')
    }
    let timer
    rest()
    button.type = 'button'
    button.className = 'copy'
    button.setAttribute('aria-label', `Copy ${code.textContent}`)
    button.addEventListener('click', async () => {
      const isCopied = await copy(code, button)
      button.textContent = isCopied ? 'Copied' : 'Press Ctrl+C'
      button.classList.toggle('is-copied', isCopied)
      said.textContent = ''
      said.textContent = isCopied ? `Copied: ${code.textContent}` : 'The command is selected. Press Ctrl+C to copy it.'
      clearTimeout(timer)
      timer = setTimeout(rest, 2500)
    })
    code.parentElement.append(button)
  }

  addButtons()
  // Of commands that come later.
  document.addEventListener('commands', addButtons)
}
