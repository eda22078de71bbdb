/**
 * Returns a function that finds the language code in a path: of the texts that the mask's `*` match, the longest, or
 * the first of equal length, without the name of an encoding. It returns undefined for paths that do not match, and for
 * masks without a star.
 */
export function createCodeFinder(filemask: string): (path: string) => string | undefined {
  const mask = filemask.split('/').map((segment) => segment.split(/\*+/))
  return (path) => {
    const stars = starsIn(mask, path) ?? []
    const code = stars.toSorted((a, b) => [...b].length - [...a].length)[0]
    return code !== undefined && /\.(utf|iso)/i.test(code) ? code.slice(0, code.indexOf('.')) : code
  }
}

/**
 * Returns what each run of stars matches in a path, earlier runs as long as possible; undefined if the path does not
 * match. `mask` holds, for each name, the texts between its stars.
 */
function starsIn(mask: readonly (readonly string[])[], path: string): string[] | undefined {
  const names = path.split('/')
  if (mask.length !== names.length) return undefined
  const codes: string[] = []
  for (const [index, texts] of mask.entries()) {
    const stars = starsInName(texts, names[index] ?? '')
    if (stars === undefined) return undefined
    codes.push(...stars)
  }
  return codes
}

/** Does the same for a single name. Works from the end, so each text between stars matches as late as it can. */
function starsInName(texts: readonly string[], name: string): string[] | undefined {
  const [first = '', ...others] = texts
  const last = others.pop()
  if (last === undefined) return name === first ? [] : undefined
  let end = name.length - last.length
  if (end < first.length || !name.startsWith(first) || !name.endsWith(last)) return undefined
  const stars: string[] = []
  for (const text of others.reverse()) {
    const at = end < text.length ? -1 : name.lastIndexOf(text, end - text.length)
    if (at < first.length) return undefined
    stars.push(name.slice(at + text.length, end))
    end = at
  }
  return [...stars, name.slice(first.length, end)].reverse()
}
