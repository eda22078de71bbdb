/** Most levels of markup that are taken away: `<<b>b>` has two. */
const MAX_LEVELS = 50

/**
 * The text without tags, comments, `<!...>` and `<?...>`, also those that appear when others are gone. Entities stay, and so does
 * `<` before anything but a letter, `/`, `!` or `?`. Linear in the length of the text.
 */
export function stripTags(text: string): string {
  let left = text
  for (let level = 0; level < MAX_LEVELS && left.includes('<') && left.includes('>'); level++) {
    const next = stripOnce(left)
    if (next.length === left.length) break
    left = next
  }
  return left
}

function stripOnce(text: string): string {
  let result = ''
  let kept = 0
  for (let at = text.indexOf('<'); at >= 0; ) {
    const end = endOfTag(text, at)
    // What is not closed runs to the end.
    if (end < 0) break
    if (end > at) {
      result += text.slice(kept, at)
      kept = end
    }
    at = text.indexOf('<', Math.max(end, at + 1))
  }
  return result + text.slice(kept)
}

/** Offset behind the tag, the start itself where there is none, -1 when it is not closed. */
function endOfTag(text: string, start: number): number {
  const next = text[start + 1] ?? ''
  if (text.startsWith('<!--', start)) return behind('-->', text, start + 4)
  if (next === '!' || next === '?' || next === '/') return behind('>', text, start)
  return /[a-zA-Z]/.test(next) ? endOfStartTag(text, start) : start
}

function behind(mark: string, text: string, from: number): number {
  const at = text.indexOf(mark, from)
  return at < 0 ? -1 : at + mark.length
}

const quotedValue = /=\s*(?:"[^"]*"|'[^']*')/y

function endOfStartTag(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '>') return at + 1
    if (character !== '=') continue
    quotedValue.lastIndex = at
    if (quotedValue.test(text)) at = quotedValue.lastIndex - 1
  }
  return -1
}
