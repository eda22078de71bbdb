/** Finds which of many texts occur in another one, in one pass over it. */
export interface TextIndex {
  /** The places in the list of the texts of which `isWanted` accepts an occurrence. */
  find(text: string, isWanted: (start: number, end: number) => boolean): readonly number[]
}

/** Characters of all texts together; texts beyond them are not found. */
const MAX_CHARACTERS = 1_000_000
const ROOT = 0

/**
 * An index of texts; empty ones are never found. A search takes time linear in the length of the other text, however
 * many they are (Aho and Corasick, "Efficient string matching", 1975). It is long because the index is built in the
 * steps of that paper.
 */
export function createTextIndex(texts: readonly string[]): TextIndex {
  /** The node behind a character, by node and character. */
  const next = new Map<number, number>()
  /** By node: the texts that end there. */
  const ends = new Map<number, number[]>()
  /** Nodes by their depth, so that each comes behind all that are less deep. */
  const levels: { node: number; parent: number; code: number }[][] = []
  let count = 1
  texts.forEach((text, place) => {
    if (text === '' || count + text.length > MAX_CHARACTERS) return
    let node = ROOT
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      let child = next.get(keyOf(node, code))
      if (child === undefined) {
        child = count++
        next.set(keyOf(node, code), child)
        const level = levels[at]
        const step = { node: child, parent: node, code }
        if (level === undefined) levels.push([step])
        else level.push(step)
      }
      node = child
    }
    const own = ends.get(node)
    if (own === undefined) ends.set(node, [place])
    else own.push(place)
  })
  /** By node: that of its longest end that is the beginning of a text, and the nearest such node where a text ends. */
  const shorter = new Uint32Array(count)
  const nearest = new Uint32Array(count)
  const step = (from: number, code: number): number => {
    for (let node = from; ; node = shorter[node]!) {
      const child = next.get(keyOf(node, code))
      if (child !== undefined) return child
      if (node === ROOT) return ROOT
    }
  }
  for (const level of levels) {
    for (const { node, parent, code } of level) {
      const end = parent === ROOT ? ROOT : step(shorter[parent]!, code)
      shorter[node] = end
      nearest[node] = ends.has(end) ? end : nearest[end]!
    }
  }

  return {
    find(text, isWanted) {
      const found = new Set<number>()
      let node = ROOT
      for (let at = 0; at < text.length; at++) {
        node = step(node, text.charCodeAt(at))
        for (let end = ends.has(node) ? node : nearest[node]!; end !== ROOT; end = nearest[end]!) {
          const length = texts[ends.get(end)![0]!]!.length
          if (!found.has(end) && isWanted(at + 1 - length, at + 1)) found.add(end)
        }
      }
      return [...found].flatMap((end) => ends.get(end)!)
    },
  }
}

function keyOf(node: number, code: number): number {
  return node * 0x10000 + code
}
