import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { benchFolder, type Sample } from './sample.ts'

const LATIN = (
  'en de fr es it pt nl sv da nb fi pl cs sk sl hr hu ro tr et lv lt ca gl eu is ga cy sq mt af sw id ms vi ' +
  'fil az uz tk bs eo la lb oc br fy co gd ia ie io jv su mg mi nn rw so sm sn'
).split(' ')
const OTHER = 'ar bg el fa he hi ja ka ko mk ru th uk ur bn ta te zh_Hans am sr'.split(' ')
/** First and last letter of an alphabet for each language of OTHER. */
const LETTERS = 'اي ая αω اي את अह あん აჰ 가힣 ая ая กฮ ая اي অহ அஹ అహ 一龥 አፐ ая'.split(' ')

const AVERAGE_CHARACTERS = 40

/**
 * Creates a bare repository with one JSON file for each language and texts of 40 characters on average, the same on
 * every machine. Every fourth language has a non-Latin script. Created only once.
 */
export function syntheticSample({
  languages,
  strings,
  isComplete = true,
}: {
  readonly languages: number
  readonly strings: number
  /** Whether translations are complete; otherwise each language lacks more than those before it. */
  readonly isComplete?: boolean
}): Sample {
  const name = `synthetic-${languages}x${strings}${isComplete ? '' : '-incomplete'}.git`
  const missing = isComplete ? 0 : 1 / languages
  const repo = makeOnce(name, () => importStream(languages, strings, missing))
  return { ...SYNTHETIC, repo }
}

type Numbers<Name extends string> = Readonly<Record<Name, number>>

const SYNTHETIC: Omit<Sample, 'repo'> = {
  name: 'synthetic/synthetic',
  branch: 'main',
  settings: {
    file_format: 'json-nested',
    filemask: 'locales/*.json',
    template: 'locales/en.json',
  },
}

/**
 * Creates a sample like `syntheticSample` with commits that change one to three strings each: every third commit in the
 * template, the others in one of the translations.
 */
export function historySample({
  languages,
  strings,
  commits,
}: Numbers<'languages' | 'strings' | 'commits'>): Sample {
  const name = `synthetic-${languages}x${strings}-${commits}.git`
  const files = filesIn('locales', languages)
  const placeOf = (commit: number, below: Below) =>
    commit % 3 === 0 ? 0 : 1 + below(languages - 1)
  const repo = makeOnce(name, () => changingStream({ files, strings, commits, placeOf }), [
    // Packs like `git gc`, because the stream stores most versions in full.
    ['repack', '-adfq', '--depth=50'],
  ])
  return { ...SYNTHETIC, repo }
}

/**
 * Creates a bare repository with components `c0`, `c1` and so on, each with `SCALE_UNITS` units in files of 200, one
 * file for each of 50 languages. A fifth of the targets are empty.
 */
export function scaleRepository(components: number): string {
  return makeOnce(`scale-${components}.git`, () => scaleStream(components))
}

const SCALE_LANGUAGES = 50
const SCALE_STRINGS = 200
/** Number of units in each component of `scaleRepository`. */
export const SCALE_UNITS: number = SCALE_LANGUAGES * SCALE_STRINGS
const EMPTY_SHARE = 0.2

function* scaleStream(components: number): Generator<string> {
  const random = createRandom(250_000)
  yield HEAD
  for (let component = 0; component < components; component++) {
    for (let index = 0; index < SCALE_LANGUAGES; index++) {
      const { code, letters } = languageAt(index)
      const texts: Record<string, string> = {}
      for (let row = 0; row < SCALE_STRINGS; row++) {
        const isEmpty = index > 0 && random() < EMPTY_SHARE
        texts[`message_${row}`] = isEmpty ? '' : text(letters, random)
      }
      yield fileInStream(`c${component}/${code}.json`, texts)
    }
  }
}

/**
 * Returns a configuration with one project of the components `c0`, `c1` and so on in a repository; `more` has further
 * settings.
 */
export function numberedConfig(
  repo: string,
  { slug, components, ...more }: { slug: string; components: number; memory?: string },
): string {
  const names = Array.from({ length: components }, (_, index) => `c${index}`)
  const shared = { repo, branch: 'main', file_format: 'json' }
  return JSON.stringify({
    data_dir: join(benchFolder(), `${slug}-data`),
    ...more,
    projects: [
      {
        ...{ slug, name: slug, web: 'https://example.org/' },
        components: names.map((name) => ({
          ...{ slug: name, name, ...shared },
          ...{ filemask: `${name}/*.json`, template: `${name}/en.json` },
        })),
      },
    ],
  })
}

/**
 * Creates a bare repository with components `c0`, `c1` and so on, each with one file for each language, and with
 * commits that change one to three strings of one file each.
 */
export function monorepo(
  size: Numbers<'components' | 'languages' | 'strings' | 'commits'>,
): string {
  const { components, languages, strings, commits } = size
  const name = `monorepo-${components}x${languages}x${strings}-${commits}.git`
  const paths = Array.from({ length: components }, (_, index) => `c${index}`)
  const files = paths.flatMap((folder) => filesIn(folder, languages))
  return makeOnce(
    name,
    () => changingStream({ files, strings, commits, placeOf: (_, below) => below(files.length) }),
    [['repack', '-adfq', '--depth=50']],
  )
}

/**
 * Creates a bare repository in the folder of benches from a stream of `git fast-import` and further git commands,
 * unless it exists. Returns its path.
 */
function makeOnce(
  name: string,
  stream: () => Iterable<string>,
  commands: readonly (readonly string[])[] = [],
): string {
  const repo = join(benchFolder(), name)
  if (existsSync(repo)) return repo
  // Uses another name until the repository is complete.
  const draft = `${repo}.draft`
  rmSync(draft, { recursive: true, force: true })
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', draft])
  const file = join(draft, 'stream')
  const writing = openSync(file, 'w')
  for (const part of stream()) writeSync(writing, part)
  closeSync(writing)
  const reading = openSync(file, 'r')
  execFileSync('git', ['-C', draft, 'fast-import', '--quiet'], {
    stdio: [reading, 'inherit', 'inherit'],
  })
  closeSync(reading)
  rmSync(file)
  for (const command of commands) execFileSync('git', ['-C', draft, ...command])
  renameSync(draft, repo)
  return repo
}

type Below = (count: number) => number

interface SyntheticFile {
  readonly path: string
  readonly letters: string
}

function filesIn(folder: string, languages: number): SyntheticFile[] {
  return Array.from({ length: languages }, (_, index) => {
    const { code, letters } = languageAt(index)
    return { path: `${folder}/${code}.json`, letters }
  })
}

function* changingStream({
  files,
  strings,
  commits,
  placeOf,
}: {
  readonly files: readonly SyntheticFile[]
  readonly strings: number
  readonly commits: number
  /** Returns the index of the file that a commit changes. */
  readonly placeOf: (commit: number, below: Below) => number
}): Generator<string> {
  const random = createRandom(200_000)
  const below: Below = (count) => Math.floor(random() * count)
  const keys = Array.from({ length: strings }, (_, row) => `message_${row}`)
  const drafts = files.map(({ path, letters }) => {
    const textsOf = (names: readonly string[]) =>
      Object.fromEntries(names.map((key) => [key, text(letters, random)]))
    return { path, texts: textsOf(keys), textsOf }
  })
  yield HEAD
  for (const { path, texts } of drafts) yield fileInStream(path, texts)
  for (let commit = 1; commit <= commits; commit++) {
    const { path, texts, textsOf } = drafts[placeOf(commit, below)]!
    const changed = Array.from({ length: 1 + below(3) }, () => keys[below(strings)]!)
    Object.assign(texts, textsOf(changed))
    yield headOf('Change', commit)
    yield fileInStream(path, texts)
  }
}

function headOf(message: string, hour: number): string {
  const seconds = 1_700_000_000 + 3600 * hour
  const committer = `committer Bench <bench@example.org> ${seconds} +0000`
  return `commit refs/heads/main\n${committer}\ndata ${message.length}\n${message}\n`
}

const HEAD = headOf('Start', 0)

function fileInStream(path: string, content: object): string {
  const text = JSON.stringify(content, undefined, 2)
  return `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`
}

/** `missing` is the growth of the share of missing texts from one language to the next. */
function* importStream(languages: number, strings: number, missing: number): Generator<string> {
  const random = createRandom(240_000)
  yield HEAD
  for (let index = 0; index < languages; index++) {
    const { code, letters } = languageAt(index)
    const groups: Record<string, Record<string, string>> = {}
    for (let row = 0; row < strings; row++) {
      const group = `group${Math.floor(row / 50)}`
      groups[group] ??= {}
      const isMissing = row < strings * missing * index
      groups[group][`message_${row}`] = isMissing ? '' : text(letters, random)
    }
    yield fileInStream(`locales/${code}.json`, groups)
  }
}

/** Returns a language; every fourth has a non-Latin script. */
function languageAt(index: number): { readonly code: string; readonly letters: string } {
  const isOther = index % 4 === 3
  const place = isOther ? index >> 2 : index - (index >> 2)
  const code = (isOther ? OTHER : LATIN)[place] ?? ''
  return { code, letters: isOther ? (LETTERS[place] ?? '') : 'az' }
}

/** Returns words of an alphabet with 20 to 60 characters. */
function text(letters: string, random: () => number): string {
  const [first = 97, last = 122] = Array.from(letters, (letter) => letter.codePointAt(0))
  const length = Math.floor(AVERAGE_CHARACTERS * (0.5 + random()) + 0.5)
  let text = ''
  for (let index = 0; index < length; index++) {
    const isSpace = index % 7 === 6 && index < length - 1
    text += isSpace ? ' ' : String.fromCodePoint(first + Math.floor(random() * (last - first + 1)))
  }
  return text
}

/**
 * Returns a generator of numbers from 0 to 1 that are the same on every run (https://en.wikipedia.org/wiki/Xorshift).
 */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
}
