/** Limit of characters in all texts; texts beyond it are never found. */
const MAX_CHARACTERS = 1_000_000
const ROOT = 0

/** A node of the index, its parent, and the character that leads to it. */
interface Step {
  readonly node: number
  readonly parent: number
  readonly code: number
}

/**
 * Finds which of many texts occur in another text, in a single pass. Empty texts are never found. Takes time linear in
 * the length of the other text, however many texts there are (Aho and Corasick, "Efficient string matching", 1975).
 */
export class TextIndex {
  readonly #texts: readonly string[]
  /** Maps a node and a character to the next node. */
  readonly #next = new Map<number, number>()
  /** Maps a node to the texts that end there. */
  readonly #ends = new Map<number, number[]>()
  /**
   * By node: the node of its longest suffix that is a prefix of a text, and the nearest such node at which a text ends.
   */
  readonly #shorter: Uint32Array
  readonly #nearest: Uint32Array
  #count = 1

  constructor(texts: readonly string[]) {
    this.#texts = texts
    /** Nodes by depth, so that parents precede their children. */
    const levels: Step[][] = []
    texts.forEach((text, place) => {
      this.#add(text, place, levels)
    })
    this.#shorter = new Uint32Array(this.#count)
    this.#nearest = new Uint32Array(this.#count)
    for (const level of levels) for (const step of level) this.#link(step)
  }

  /** Returns the positions (in the list) of the texts with an occurrence that `isWanted` accepts. */
  find(text: string, isWanted: (start: number, end: number) => boolean): readonly number[] {
    const terms = new Set<number>()
    let node = ROOT
    for (let at = 0; at < text.length; at++) {
      node = this.#step(node, text.charCodeAt(at))
      let end = this.#ends.has(node) ? node : this.#nearest[node]!
      for (; end !== ROOT; end = this.#nearest[end]!) {
        const { length } = this.#texts[this.#ends.get(end)![0]!]!
        if (!terms.has(end) && isWanted(at + 1 - length, at + 1)) terms.add(end)
      }
    }
    return [...terms].flatMap((end) => this.#ends.get(end)!)
  }

  #add(text: string, place: number, levels: Step[][]): void {
    if (text === '' || this.#count + text.length > MAX_CHARACTERS) return
    let parent = ROOT
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      let node = this.#next.get(keyOf(parent, code))
      if (node === undefined) {
        node = this.#count++
        this.#next.set(keyOf(parent, code), node)
        levels[at] ??= []
        levels[at]?.push({ node, parent, code })
      }
      parent = node
    }
    const places = this.#ends.get(parent)
    if (places === undefined) this.#ends.set(parent, [place])
    else places.push(place)
  }

  #link({ node, parent, code }: Step): void {
    const end = parent === ROOT ? ROOT : this.#step(this.#shorter[parent]!, code)
    this.#shorter[node] = end
    this.#nearest[node] = this.#ends.has(end) ? end : this.#nearest[end]!
  }

  #step(from: number, code: number): number {
    for (let node = from; ; node = this.#shorter[node]!) {
      const child = this.#next.get(keyOf(node, code))
      if (child !== undefined) return child
      if (node === ROOT) return ROOT
    }
  }
}

function keyOf(node: number, code: number): number {
  return node * 0x10000 + code
}
