import { type Named, namesCheck } from './compare.ts'

/** Checks that a text in MDX has the expressions of its source, which programs execute. */
export const mdxCheck = namesCheck({
  id: 'safe-mdx',
  name: 'Safe MDX',
  description: 'Expressions of MDX do not match source',
  since: '2026.10',
  enabledBy: ['safe-mdx'],
  isOrdered: true,
  find: findExpressions,
})

/** Import and export lines, escapes, and runs of backquotes, which delimit code. */
const OTHER = /^(?:import|export)\b.*$|\\[\s\S]|`+/gm

/** Returns the outermost `{...}` outside code. */
function findExpressions(text: string): readonly Named[] {
  if (!text.includes('{')) return []
  const plain = blankOther(text)
  const elements: Named[] = []
  const open: number[] = []
  for (let at = 0; at < plain.length; at++) {
    const character = plain[at]
    if (character === '{') open.push(at)
    else if (character === '}') {
      const start = open.pop()
      if (start === undefined) continue
      while ((elements.at(-1)?.start ?? -1) > start) elements.pop()
      elements.push({ name: text.slice(start, at + 1), start, end: at + 1 })
    } else if (open.length > 0 && (character === '"' || character === "'")) {
      at = endOfQuoted(plain, at)
    }
  }
  return elements
}

/** Returns the end of a quoted text on one line; its start if it does not end. */
function endOfQuoted(text: string, start: number): number {
  const quote = text[start]
  for (let at = start + 1; at < text.length && text[at] !== '\n' && at < start + MAX_QUOTED; at++) {
    if (text[at] === quote) return at
  }
  return start
}

const MAX_QUOTED = 1000

/** Replaces everything without expressions by spaces, so that offsets do not change. */
function blankOther(text: string): string {
  const parts: string[] = []
  let copiedTo = 0
  const blank = (start: number, end: number): void => {
    if (start < copiedTo) return
    parts.push(text.slice(copiedTo, start), ' '.repeat(end - start))
    copiedTo = end
  }
  const matches = Array.from(text.matchAll(OTHER), ({ index, 0: matched }) => {
    return { start: index, end: index + matched.length, isRun: matched.startsWith('`') }
  })
  const closing = new Map<number, number[]>()
  for (const { start, end, isRun } of matches.toReversed()) {
    if (!isRun) continue
    const places = closing.get(end - start) ?? []
    places.push(start)
    closing.set(end - start, places)
  }
  for (const { start, end, isRun } of matches) {
    if (!isRun) {
      blank(start, end)
      continue
    }
    const places = closing.get(end - start) ?? []
    while ((places.at(-1) ?? text.length) <= start) places.pop()
    const close = places.at(-1)
    if (start >= copiedTo && close !== undefined) blank(start, close + (end - start))
  }
  return parts.join('') + text.slice(copiedTo)
}
