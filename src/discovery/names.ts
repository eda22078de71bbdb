import type { Proposal } from '../../formats/discovery.ts'
import { groupBy } from '../group-by.ts'
import { compareCodePoints } from '../languages/order.ts'

/** Names in paths that say where translations are, not what they belong to. In lower case. */
const CONTAINERS: ReadonlySet<string> = new Set([
  ...['src', 'main', 'res', 'lib', 'java', 'kotlin', 'commonmain', 'assets', 'static', 'public'],
  ...['resources', 'resource', 'values', 'packages', 'l10n', 'i18n', 'intl', 'locale', 'locales'],
  ...['_locales', 'lang', 'langs', 'language', 'languages', 'translation', 'translations'],
  ...['localization', 'lproj'],
  ...['messages', 'strings', 'string', 'arb', 'po', 'lc_messages', 'django'],
])

/** The names of a component. */
export interface Name {
  readonly slug: string
  readonly name: string
}

const MAX_LENGTH = 100

/**
 * Names components, in the order of the proposals: by the earlier name of the filemask, else by the last segment of the
 * mask that is neither language, extension nor container. Equal names get the preceding segments too, and a number if
 * that is not enough.
 */
export function nameProposals(
  proposals: readonly Proposal[],
  namesByMask: Readonly<Record<string, Name>> = {},
  nameIn: (filemask: string) => string | undefined = () => undefined,
): Name[] {
  const words = proposals.map((proposal) => {
    const name = nameIn(proposal.filemask)
    return name === undefined ? wordsOf(proposal) : [name]
  })
  // Numbers are assigned in the order of masks, so that the order of the files does not matter.
  const order = proposals
    .map((_, index) => index)
    .sort((a, b) => compareCodePoints(proposals[a]?.filemask ?? '', proposals[b]?.filemask ?? ''))
  const earlierName = (index: number) => namesByMask[proposals[index]?.filemask ?? '']
  const names = proposals.map((_, index) => earlierName(index)!)
  const used = new Set(names.flatMap((name) => (name ? [name.slug, name.name] : [])))
  const bySlug = groupBy(words, (nameWords) => slugOf(nameWords, 1))
  /** Maps a slug or name to the first number that may be free. */
  const next = new Map<string, number>()
  for (const index of order) {
    if (names[index] !== undefined) continue
    const nameWords = words[index] ?? []
    const isShared = (bySlug.get(slugOf(nameWords, 1))?.length ?? 0) > 1
    const depth = isShared ? Math.min(2, nameWords.length) : 1
    const slug = slugOf(nameWords, depth)
    const text = textOf(nameWords, depth)
    let name: Name = { slug, name: text }
    let number = Math.max(next.get(slug) ?? 2, next.get(text) ?? 2)
    for (; used.has(name.slug) || used.has(name.name); number++) {
      name = { slug: `${slug}-${number}`, name: `${text} ${number}` }
    }
    next.set(slug, number).set(text, number)
    used.add(name.slug).add(name.name)
    names[index] = name
  }
  return names
}

/** Returns the meaningful words of a mask, from the last to the first; never empty. */
function wordsOf({ filemask, isGlossary }: Proposal): string[] {
  const segments = filemask.replace(/\.[^./]*$/, '').split('/')
  const words = segments
    .map((segment) => segment.replace(/[-_. ]*\*[-_. ]*/g, ' ').trim())
    .filter((word) => /[\p{L}\p{N}]/u.test(word) && !CONTAINERS.has(word.toLowerCase()))
    .reverse()
  return words.length > 0 ? words : [isGlossary ? 'glossary' : 'translations']
}

function slugOf(words: readonly string[], depth: number): string {
  return slugify(words.slice(0, depth).reverse().join('-')) || 'component'
}

function textOf(words: readonly string[], depth: number): string {
  return [...words.slice(0, depth).reverse().join('/')].slice(0, MAX_LENGTH - 5).join('')
}

/** Reduces a text to lower-case letters, digits, `_` and `-`; `''` if nothing is left. */
export function slugify(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_]+/g, '-')
    .slice(0, MAX_LENGTH - 5)
    .replace(/^-+|-+$/g, '')
}
