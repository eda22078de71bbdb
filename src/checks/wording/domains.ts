import { isWhitespace } from '../../text.ts'

const run = /(?<![a-z0-9.-])[a-z0-9.-]*\.[a-z0-9.-]*/gi
const lastLabel = /(?:[a-z]{2,6}|[a-z0-9-]{2,})\.?/iy
const isLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i
const labelEnd = /[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Removes domain names, in a wide sense that includes `README.md`. Linear in the length of the text. */
export function removeDomains(text: string): string {
  return text.includes('.') ? text.replace(run, removeFromRun) : text
}

/** Removes domain names from a run of letters, digits, hyphens and dots. */
function removeFromRun(text: string): string {
  const dots = Array.from(text.matchAll(/\./g), ({ index }) => index)
  let result = ''
  let position = 0
  for (let first = 0; first < dots.length; ) {
    const dot = dots[first] ?? 0
    const start =
      dot - (labelEnd.exec(text.slice(Math.max(position, dot - 63), dot))?.[0].length ?? 0)
    if (start === dot) {
      first++
      continue
    }
    const { end, next } = longestDomain(text, dots, first)
    if (end > 0) {
      result += text.slice(position, start)
      position = end
    }
    first = next
    while ((dots[first] ?? Infinity) < position) first++
  }
  return result + text.slice(position)
}

/**
 * Returns the end of the longest domain name whose first label ends at a dot (0 if there is none), and the index of the
 * first dot after its labels.
 */
function longestDomain(
  text: string,
  dots: readonly number[],
  first: number,
): { end: number; next: number } {
  let end = 0
  let next = first
  do {
    lastLabel.lastIndex = (dots[next] ?? 0) + 1
    if (lastLabel.test(text)) end = lastLabel.lastIndex
    next++
  } while (next < dots.length && isLabel.test(text.slice((dots[next - 1] ?? 0) + 1, dots[next])))
  return { end, next }
}

const address =
  /(?:ht|f)tps?:\/\/(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,6}\.?|[a-z0-9-]{2,}\.?)|localhost|\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3})(?::\d+)?(?:\/?|[/?]\S+)$/i

/** Removes a web address from the end of a text. */
export function removeAddressAtEnd(text: string): string {
  if (!text.includes('://')) return text
  const end = text.endsWith('\n') ? text.length - 1 : text.length
  // An address has no spaces, so only the last word can be one.
  let start = end
  while (start > 0 && !isWhitespace(text.charCodeAt(start - 1))) start--
  return text.slice(0, start) + text.slice(start, end).replace(address, '') + text.slice(end)
}

/** Removes mail addresses. Linear in the length of the text. */
export function removeMailAddresses(text: string): string {
  let result = ''
  let position = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    let start = at
    while (start > position && isMailCharacter(text, start - 1)) start--
    const end = start < at ? endOfHost(text, at + 1) : -1
    if (end < 0) continue
    result += text.slice(position, start)
    position = end
  }
  return result + text.slice(position)
}

function isMailCharacter(text: string, at: number): boolean {
  return /[a-z0-9_.-]/i.test(text[at] ?? '')
}

/**
 * Returns the end of a mail address's host: after its last dot that two letters, digits or hyphens follow; -1 if there
 * is none.
 */
function endOfHost(text: string, start: number): number {
  let end = start
  while (isMailCharacter(text, end)) end++
  for (let dot = end - 1; dot > start; dot--) {
    if (text[dot] !== '.') continue
    const label = /^[a-z0-9-]{2,}/i.exec(text.slice(dot + 1, end))
    if (label) return dot + 1 + label[0].length
    end = dot
  }
  return -1
}
