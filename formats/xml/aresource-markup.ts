import type { XmlElement } from '../../src/xml/node.ts'

/** From the weakest to the strongest. */
const FLAGS = ['', 'safe-html', 'auto-safe-html', 'xml-text'] as const

/** Returns the flag for the markup in the `string` or `item` elements that a template has; `''` for none. */
export function markupFlag(elements: readonly (XmlElement | undefined)[]): string {
  return FLAGS[Math.max(0, ...elements.map((element) => (element ? kindOf(element) : 0)))] ?? ''
}

function kindOf({ children }: XmlElement): number {
  const kinds = children.map(({ type }) => (type === 'text' ? 0 : type === 'cdata' ? 2 : 3))
  const [only] = children
  if (children.length === 1 && only?.type === 'text') return isBalanced(only.value) ? 1 : 0
  return Math.max(0, ...kinds)
}

const TAG = /<(?:(\/)?([A-Za-z][\w:.-]*)(?:\s[^<>]*)?\/?>)?/g

/** Returns whether a text has tags, each start tag with its end tag. */
function isBalanced(text: string): boolean {
  if (!text.includes('<')) return false
  const open: string[] = []
  for (const [tag, isEnd, name] of text.matchAll(TAG)) {
    if (name === undefined) return false
    if (tag.endsWith('/>')) continue
    if (isEnd === undefined) open.push(name)
    else if (open.pop() !== name) return false
  }
  return open.length === 0
}

/** Returns the content of an element that is entirely CDATA; undefined for others. */
export function wholeCdata({ children }: XmlElement): string | undefined {
  if (children.length === 0 || !children.every((node) => node.type === 'cdata')) return undefined
  return children.map((node) => (node.type === 'cdata' ? node.value : '')).join('')
}
