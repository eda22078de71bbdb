/**
 * Finds the code in a path that fits a mask: the longest text that a `*` stands for, the first on a tie, without the
 * name of an encoding. Undefined for other paths and for masks without a star.
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
 * What each run of stars stands for in a path, the first ones as long as they can be; undefined when the path does not fit.
 * A mask has the texts between the stars of each name.
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

/** The same for one name and the texts between the stars. From the end on each text stands as late as it can. */
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
