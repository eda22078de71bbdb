import {
  commitAt,
  count,
  fromLevels,
  fromStream,
  sharedFiles,
  type WriteRepository,
} from './input-repositories.ts'
import { askAll, askOne, askOnOneConnection, commitsOf, cpuSecondsOf } from './requests.ts'
import { filesOf, type Server } from './server.ts'

/** Hostile content or requests. */
export interface Input {
  readonly what: string
  readonly write: WriteRepository
  /** More than the slug, the address and the branch; by default one component of its JSON files below `l`. */
  readonly project?: object
  /** What one of its alerts says; undefined: it has none, and is served. */
  readonly alert?: RegExp
  /** Sends requests; returns their faults. */
  readonly ask?: (server: Server) => Promise<readonly string[]>
}

const MIB = 1 << 20
const LARGE_FILES = 20
const FILES = filesOf(3)
const ONE = JSON.stringify({ a: 'b' })

function jsonFiles(filemask: string, more: object = {}): object {
  const component = { slug: 'c', name: 'C', file_format: 'json', filemask, ...more }
  return { components: [component] }
}

/** One commit with a source and a translation. */
function texts(source: string, target = source): WriteRepository {
  const files = {
    'l/en.json': JSON.stringify({ a: source }),
    'l/de.json': JSON.stringify({ a: target }),
  }
  return fromStream(() => [commitAt(0, files)])
}

function largeFile(index: number): string {
  const texts = count(60, (i) => `"k${i}":"${index}${'x'.repeat(1_000_000)}"`)
  return `{${texts.join(',')}}`
}

/** A text in a hundred is another one in each version. */
function textsOf(length: number, version: number, text: string): Record<string, string> {
  return Object.fromEntries(
    count(length, (i) => [`key ${i}`, `${i} ${i % 100 === version ? version : ''}${text}`]),
  )
}

/** A commit for each version of the translation, whose source stays. */
function versions(
  length: number,
  texts: (version: number) => Readonly<Record<string, string>>,
): WriteRepository {
  return fromStream(() =>
    count(length, (version) =>
      commitAt(version, {
        ...(version === 0 && { 'l/en.json': JSON.stringify(texts(-1)) }),
        'l/de.json': JSON.stringify(texts(version)),
      }),
    ),
  )
}

/** Lists of changes, the page of them, and the history of a string. */
async function askForChanges(server: Server): Promise<readonly string[]> {
  const lists = ['/api/components/p/c/changes/', '/api/changes/?page=2', '/changes/?offset=101']
  const wrong = await askAll(server, lists)
  const units = await server.get('/api/translations/p/c/de/units/?page_size=1')
  const [id] = /(?<="id":)\d+/.exec(JSON.stringify(units)) ?? []
  return [...wrong, ...(await askAll(server, [`/api/units/${id}/history/`]))]
}

const history = (commits: number): WriteRepository =>
  fromStream(() =>
    count(commits, (i) => commitAt(i, i % 100 === 0 || commits < 2000 ? filesOf(1 + (i % 9)) : {})),
  )

/** Each is served beside a healthy project, whose requests must succeed meanwhile. */
export const INPUTS: readonly Input[] = [
  {
    what: 'a million commits',
    write: history(1_000_000),
    ask: (server) => askAll(server, ['/api/components/p/c/changes/', '/api/components/p/c/trend/']),
  },
  {
    what: 'a merge of 2,000 parents',
    write: fromStream(() => [
      ...count(2000, (i) => commitAt(i, FILES, { ref: `refs/heads/b${i}` })),
      commitAt(2001, FILES, { merged: count(2000, (i) => `refs/heads/b${i}`) }),
    ]),
    ask: askOne('/api/components/p/c/changes/'),
  },
  {
    what: '50,000 refs',
    write: fromStream(() => [
      commitAt(0, FILES),
      ...count(50_000, (i) => `reset refs/tags/t${i}\nfrom refs/heads/main\n\n`),
    ]),
    ask: (server) =>
      askAll(server, ['/api/components/p/c/refs/', '/api/components/p/c/statistics/?ref=t49999']),
  },
  {
    what: '100,000 folders',
    write: fromStream(() =>
      sharedFiles(
        [ONE],
        count(100_000, (i) => `f${i}/s.json`),
      ),
    ),
    project: jsonFiles('*/s.json'),
    alert: /expected at most 50000 files and folders/,
  },
  {
    what: 'a tree of 2^40 paths',
    write: fromLevels(40, 2, FILES),
    project: jsonFiles(`deep/${'*/'.repeat(40)}*.json`),
    alert: /expected at most 50000 files and folders/,
  },
  {
    what: 'a tree of 2^40 paths, discovered',
    write: fromLevels(40, 2, FILES),
    project: { discover: {} },
    alert: /./,
  },
  {
    what: '10,000 levels of folders, discovered',
    write: fromLevels(10_000, 1, FILES),
    project: { discover: {} },
    alert: /./,
  },
  {
    what: 'a text of 60 MB',
    write: texts('x', 'x'.repeat(60 * MIB)),
    alert: /at most|longer than/,
  },
  {
    what: '300 files of 60 MB',
    write: fromStream(() =>
      sharedFiles(
        count(LARGE_FILES, largeFile),
        count(300, (i) => `l/x${i}.json`),
        { 'l/en.json': ONE },
      ),
    ),
    alert: /at most/,
  },
  { what: '300,000 placeholders in a text', write: texts('{a}'.repeat(300_000)) },
  { what: 'a megabyte of <', write: texts('<'.repeat(MIB)) },
  {
    what: '5,000 languages, and all downloaded',
    write: fromStream(() =>
      sharedFiles(
        [ONE],
        count(4999, (i) => `l/x${i}.json`),
        { 'l/en.json': ONE },
      ),
    ),
    ask: (server) =>
      askAll(server, [
        '/api/projects/p/file/?format=zip',
        '/api/components/p/c/file/?format=zip:po',
        '/api/components/p/c/statistics/?page_size=1000',
      ]),
  },
  {
    what: '5,001 languages',
    write: fromStream(() =>
      sharedFiles(
        [ONE],
        count(5000, (i) => `l/x${i}.json`),
        { 'l/en.json': ONE },
      ),
    ),
    alert: /expected at most 5000/,
  },
  {
    what: '2,000 components, and all downloaded',
    write: fromStream(() =>
      sharedFiles(
        [ONE],
        count(2000, (i) => `c${i}/de.json`),
      ),
    ),
    project: {
      components: count(2000, (i) => ({
        ...{
          slug: i === 0 ? 'c' : `c${i}`,
          name: `C${i}`,
          file_format: 'json',
          filemask: `c${i}/*.json`,
        },
      })),
    },
    ask: (server) =>
      askAll(server, [
        '/api/projects/p/file/?format=zip',
        '/api/projects/p/components/statistics/',
        '/projects/p/',
      ]),
  },
  {
    what: '?ref= of 1,000 old commits, by clients that hang up',
    write: history(1000),
    ask: async (server) => {
      const addresses = (await commitsOf(server)).map(
        (oid) => `/api/components/p/c/statistics/?ref=${oid}`,
      )
      if (addresses.length < 500) return [`${addresses.length} commits`]
      return askAll(server, addresses, { parallel: 100, hangUpMs: 500 })
    },
  },
  {
    what: '?ref= of a commit a hundred behind, in a second of CPU',
    write: history(1000),
    ask: async (server) => {
      const oid = (await commitsOf(server))[100]
      const before = cpuSecondsOf(server)
      const wrong = await askOne(`/api/components/p/c/statistics/?ref=${oid}`)(server)
      const seconds = cpuSecondsOf(server) - before
      return seconds < 1 ? wrong : [...wrong, `${seconds} s of CPU`]
    },
  },
  {
    what: '20 versions of a file of 7 MB',
    write: versions(20, (version) => textsOf(60_000, version, 'Text of some words. '.repeat(5))),
    ask: askForChanges,
  },
  {
    what: '10 versions of 30 texts of 180 kB',
    write: versions(10, (version) => textsOf(30, version, 'Words and words. '.repeat(11_000))),
    ask: askForChanges,
  },
  {
    what: 'page=last of changes on a cold server',
    write: history(1000),
    ask: (server) =>
      askAll(server, [
        '/api/components/p/c/changes/?page=last',
        '/api/changes/?page=last&page_size=1',
      ]),
  },
  {
    what: 'a page of 10,000 units 300 times on one connection',
    write: fromStream(() => [
      commitAt(0, {
        'l/en.json': JSON.stringify(
          Object.fromEntries(count(10_000, (i) => [`k${i}`, `Text ${i}`])),
        ),
      }),
    ]),
    ask: (server) => askOnOneConnection(server, '/api/units/?page_size=10000', 300),
  },
]
