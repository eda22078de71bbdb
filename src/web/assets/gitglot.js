// Progressive enhancement only: every page works without this file. No inline code, nothing stored but one switch.
const $ = (selector, root = document) => root.querySelector(selector)
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]
document.documentElement.classList.add('js')

// Fills in what the server had not computed yet when it sent the page.
let filling
const fill = async () => {
  clearTimeout(filling)
  const waiting = $$('[data-later]')
  const outer = waiting.filter((element) => !element.parentElement.closest('[data-later]'))
  if (outer.length === 0) return
  const address = new URL(location)
  address.searchParams.set(
    'part',
    outer.map(({ id }) => id),
  )
  const response = document.hidden ? undefined : await fetch(address).catch(() => undefined)
  if (response?.ok) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    for (const old of outer) {
      const now = page.getElementById(old.id)
      if (!now) old.remove()
      else if (!now.isEqualNode(old) && !old.open) old.replaceWith(now)
    }
  }
  filling = setTimeout(fill, response?.ok ? 1000 : 5000)
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

// The string browser opens strings beside the list, which stays where it is: j and k the next and previous one, n the next
// that wants attention; / searches, r opens the line in the repository, c copies a link.
const units = $('[data-units]')
if (units) {
  const links = () => $$('.row a', units)
  const at = () =>
    links().findIndex(
      (link) => link.closest('li').classList.contains('on') || link === document.activeElement,
    )
  const show = async (link) => {
    const address = new URL(link.href)
    if (address.pathname !== location.pathname) return location.assign(link.href)
    const row = link.closest('.row')
    const item = row.parentElement
    const before = $('.on', units)
    before?.classList.remove('on')
    item.classList.add('on')
    for (const old of $$('.row [aria-current]', units)) old.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    link.focus({ preventScroll: true })
    address.searchParams.set('part', 'detail')
    const response = await fetch(address).catch(() => undefined)
    const html = response?.ok ? await response.text() : ''
    const detail = new DOMParser().parseFromString(html, 'text/html').getElementById('detail')
    // Another string may have been chosen since.
    if (!item.classList.contains('on')) return
    if (!detail) return location.assign(link.href)
    // The row stays where it was, whatever changes above it.
    const { top } = row.getBoundingClientRect()
    $('#detail')?.remove()
    row.after(detail)
    units.className = 'units split'
    history[before ? 'replaceState' : 'pushState'](null, '', link.href)
    scrollBy(0, row.getBoundingClientRect().top - top)
    fill()
  }
  $('.on .row', units)?.scrollIntoView({ block: 'nearest' })
  addEventListener('popstate', () => location.reload())
  units.addEventListener('click', (event) => {
    const link = event.target.closest('.row a, [rel=prev], [rel=next]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    const listed = links().find(({ href }) => href === link.href)
    if (!listed) return
    event.preventDefault()
    if (listed === link) show(listed)
    else go(listed)
  })
  const go = (link) => {
    link?.closest('.row').scrollIntoView({ block: 'nearest' })
    if (link) show(link)
  }
  // The neighbor of the last or first row is on another page.
  const step = (by, rel) => () => {
    const link = links()[at() + by]
    if (link) go(link)
    else $(`#detail [rel=${rel}]`)?.click()
  }
  const wants = (link) => !$('.k.t, .k.a, .k.r', link.closest('.row'))
  const keys = $('#keys')
  const toggle = $('#keys-on')
  toggle.checked = localStorage.getItem('keys') !== 'off'
  toggle.onchange = () => localStorage.setItem('keys', toggle.checked ? 'on' : 'off')
  const actions = {
    j: step(1, 'next'),
    k: step(-1, 'prev'),
    n: () => go(links().find((link, i) => i > at() && wants(link))),
    '/': () => $('#q').focus(),
    r: () => $('[data-key=r]')?.click(),
    c: () => copy(links()[Math.max(at(), 0)].href),
    '?': () => keys.showModal(),
  }
  addEventListener('keydown', (event) => {
    const { key, target, altKey, ctrlKey, metaKey } = event
    if (altKey || ctrlKey || metaKey || keys.open || !toggle.checked) return
    if (target.closest('input, select, textarea') || !Object.hasOwn(actions, key)) return
    event.preventDefault()
    actions[key]()
  })
}
