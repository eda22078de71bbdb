// Progressive enhancement only: every page works without this file. No inline code, nothing stored but one switch.
const $ = (selector, root = document) => root.querySelector(selector)
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]
document.documentElement.classList.add('js')

// What was not known when the page was sent takes its place as soon as it is.
const fill = async () => {
  const waiting = $$('[data-later]')
  const outer = waiting.filter((one) => !one.parentElement.closest('[data-later]'))
  if (outer.length === 0) return
  const address = new URL(location)
  address.searchParams.set(
    'part',
    outer.map(({ id }) => id),
  )
  const response = document.hidden ? undefined : await fetch(address).catch(() => undefined)
  if (response?.ok) {
    const found = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const old of outer) {
      const now = found.getElementById(old.id)
      if (!now) old.remove()
      else if (!now.isEqualNode(old)) old.replaceWith(now)
    }
  }
  setTimeout(fill, response?.ok ? 1000 : 5000)
}
fill()

// Menus close on Escape and on a click elsewhere.
addEventListener('click', ({ target }) => {
  for (const menu of $$('.menu[open]')) if (!menu.contains(target)) menu.open = false
})
addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  for (const menu of $$('.menu[open]')) {
    menu.open = false
    $('summary', menu).focus()
  }
})

// Copy buttons say what happened in their own text, for eyes and for screen readers.
const status = document.createElement('p')
status.className = 'vh'
status.role = 'status'
document.body.append(status)
async function copy(text, button) {
  await navigator.clipboard.writeText(text)
  status.textContent = 'Copied'
  if (!button) return
  const before = button.textContent
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = before), 1500)
}
addEventListener('click', ({ target }) => {
  const button = target.closest('[data-copy], [data-dialog]')
  if (button?.dataset.copy) copy($(`#${button.dataset.copy}`).textContent, button)
  else if (button) $(`#${button.dataset.dialog}`).showModal()
})

// Tables that hold all their rows are sorted in place; without scripts the same links sort on the server.
const number = (text) => Number.parseFloat(text.replace(/[^\d.−-]/g, '').replace('−', '-'))
addEventListener('click', (event) => {
  const link = event.target.closest('table[data-sort] [aria-sort] a')
  if (!link || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  const head = link.closest('th')
  const table = link.closest('table')
  const heads = $$('thead th', table)
  const at = heads.indexOf(head)
  const words = at === 0
  const down = head.ariaSort === 'none' ? !words : head.ariaSort === 'ascending'
  const value = (row) => {
    const cell = row.cells[at]
    const time = cell && $('time', cell)
    if (time) return Date.parse(time.dateTime)
    return words ? cell.textContent.trim() : number(cell?.textContent ?? '')
  }
  const rows = [...table.tBodies[0].rows].map((row) => [value(row), row])
  rows.sort(
    ([a], [b]) =>
      (words ? a.localeCompare(b) : (Number.isNaN(a) ? -1 : a) - (Number.isNaN(b) ? -1 : b)) *
      (down ? -1 : 1),
  )
  table.tBodies[0].append(...rows.map(([, row]) => row))
  for (const other of heads)
    if (other.ariaSort)
      other.ariaSort = other === head ? (down ? 'descending' : 'ascending') : 'none'
})

// The string browser: j and k walk, n goes to the next that wants attention, / searches, r opens the line, c copies a link.
const units = $('[data-units]')
if (units) {
  const rows = $$('.row', units)
  const links = rows.map((row) => $('a', row))
  const keys = $('#keys')
  const toggle = $('#keys-on')
  toggle.checked = localStorage.getItem('keys') !== 'off'
  toggle.onchange = () => localStorage.setItem('keys', toggle.checked ? 'on' : 'off')
  let at = rows.findIndex((row) => row.parentElement.classList.contains('on'))
  const go = (to) => {
    if (to < 0 || to >= rows.length) return
    at = to
    links[at].focus({ preventScroll: true })
    rows[at].scrollIntoView({ block: 'nearest' })
  }
  const wants = (row) => !$('.k.t, .k.a, .k.r', row)
  const actions = {
    j: () => go(at + 1),
    k: () => go(at - 1),
    n: () => go(rows.findIndex((row, i) => i > at && wants(row))),
    '/': () => $('#q').focus(),
    r: () => $('[data-key=r]')?.click(),
    c: () => copy(links[Math.max(at, 0)].href),
    '?': () => keys.showModal(),
  }
  units.addEventListener('focusin', ({ target }) => {
    const i = links.indexOf(target)
    if (i >= 0) at = i
  })
  addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey || keys.open || !toggle.checked) return
    if (target.closest('input, select, textarea') || !Object.hasOwn(actions, key)) return
    event.preventDefault()
    actions[key]()
  })
}
