import { expect, onTestFinished, test } from 'vitest'
import { componentsOf } from '../../src/view/view.ts'
import { jsonComponent, serveProjects, type TestServer } from '../support/catalog.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { createHistory, type Step } from '../support/history.ts'

const files = (en: string, cs: string, more: object = {}) => ({
  'l/en.json': en,
  'l/cs.json': cs,
  'm/en.json': '{"x": "X"}',
  'm/cs.json': '{"x": "Křížek"}',
  ...more,
})
const eva = { author: 'Eva', email: 'eva@example.com' }
/** A changed source, a broken file, a merge of another author's commit, and a bot. */
const STEPS: readonly Step[] = [
  { name: 'first', files: files('{"a": "A", "b": "B"}', '{"a": "Á", "b": "Bé"}') },
  { name: 'source', files: files('{"a": "A", "b": "Bb"}', '{"a": "Á", "b": "Bé"}') },
  { name: 'side', files: files('{"a": "A", "b": "Bb"}', '{"a": "Aáá", "b": "Bé"}'), ...eva },
  {
    name: 'broken',
    files: files('{"a": "A", "b": "Bb"}', '{"a": "Á", "b":', { 'm/cs.json': '{"x": "Iks"}' }),
    parents: ['source'],
    author: 'x[bot]',
    email: 'x@example.com',
  },
  {
    name: 'merge',
    files: files('{"a": "A", "b": "Bb", "c": "C"}', '{"a": "Aáá", "b": "Bé"}'),
    parents: ['broken', 'side'],
    message: 'Merge\n\nCo-authored-by: Jan <jan@example.com>',
  },
]

/** Endpoints that read histories, each in its own way. */
const ADDRESSES = [
  'components/app/l/',
  'components/app/l/alerts/',
  'changes/?page_size=4',
  'changes/?page_size=4&page=3',
  'components/app/l/changes/?language=cs',
  'users/eva/changes/',
  'users/',
  'users/eva/statistics/',
  'projects/app/credits/?start=2000-01-01&end=2030-01-01',
  'components/app/l/credits/?start=2000-01-01&end=2030-01-01&language=cs',
  'projects/app/commits/',
  'translations/app/l/cs/commits/',
  'projects/app/outdated/',
  'projects/app/trend/?points=5',
  'components/app/l/trend/?points=3',
  'units/?q=changed:>2024-01-01',
  'translations/app/l/cs/units/?q=state:<translated',
  'metrics/',
]

async function serve(
  repo: string,
  threads: number,
  fields: object,
  dataDir: string,
): Promise<TestServer> {
  const components = ['l', 'm'].map((name) =>
    jsonComponent(name, name, { repo, branch: 'main', ...fields }),
  )
  const project = { slug: 'app', name: 'App', web: 'https://app.example', components }
  const server = await serveProjects([project], { data_dir: dataDir }, { threads })
  onTestFinished(server.catalog.close)
  await server.catalog.complete
  return server
}

/** Status and body by address, of all endpoints and of every unit's history. */
async function answersOf({ app, catalog }: TestServer): Promise<Map<string, string>> {
  for (const component of componentsOf(catalog.current())) await catalog.wantTimes(component)
  const hasTimes = () => componentsOf(catalog.current()).every(({ times }) => times !== undefined)
  await expect.poll(hasTimes).toBe(true)
  const bodies = new Map<string, string>()
  const ask = async (address: string): Promise<string> => {
    const response = await app.request(`/api/${address}`)
    const text = `${response.status} ${await response.text()}`
    bodies.set(address, text)
    return text
  }
  for (const address of ADDRESSES) await ask(address)
  const units = await ask('units/')
  const ids = [...units.matchAll(/\/api\/units\/(\d+)\//g)].map(([, id]) => id)
  for (const id of new Set(ids)) await ask(`units/${id}/history/`)
  return bodies
}

test.each([
  ['files', {}],
  ['follow', { state_from: 'follow' }],
  ['mirror', { state_from: 'mirror' }],
])(
  'responses about history are the same with and without threads, also after a restart (%s)',
  async (_, fields) => {
    const { path } = await createHistory(STEPS)
    const expected = await answersOf(await serve(path, 0, fields, createTemporaryFolder()))
    expect([...expected].filter(([, text]) => !text.startsWith('200'))).toEqual([])
    expect(expected.size).toBeGreaterThan(ADDRESSES.length + 4)
    const dataDir = createTemporaryFolder()
    const first = await serve(path, 2, fields, dataDir)
    expect(await answersOf(first)).toEqual(expected)
    await first.catalog.close()
    expect(await answersOf(await serve(path, 2, fields, dataDir))).toEqual(expected)
  },
)
