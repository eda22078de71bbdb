import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRepository, createTemporaryFolder } from './git-repository.ts'

/** A way in which nothing that is translated can be read of a project, and the reason that is told. */
export interface Unreadable {
  readonly what: string
  /** The project as in the configuration file, with the slug `p` and one component, `web`. */
  readonly project: object
  readonly reason: RegExp
  /** Whether its source can be read. */
  readonly hasSource: boolean
  /** Whether there is a commit, so that its history is known. */
  readonly hasCommit: boolean
}

const JSON_FILES = { 'web/en.json': '{"a": "A", "b": "B"}', 'web/de.json': '{"a": "Ä"}' }
const BROKEN_PO = 'msgid "x\nmsgstr "y"\n'

/** All of them. */
export async function unreadableProjects(): Promise<Unreadable[]> {
  const json = (more: object = {}) => ({
    ...{ slug: 'web', name: 'Web', file_format: 'json', filemask: 'web/*.json' },
    ...{ template: 'web/en.json', ...more },
  })
  const po = { slug: 'web', name: 'Web', file_format: 'po', filemask: 'po/*.po' }
  const project = (repo: string, component: object, more: object = {}) => ({
    ...{ slug: 'p', name: 'P', web: 'https://p.example/', repo, components: [component] },
    ...more,
  })
  const made = async (files: Record<string, string>) => (await createRepository([files])).path
  const whole = await made(JSON_FILES)
  const gone = `${createTemporaryFolder()}/gone`
  return [
    {
      what: 'a remote that answers 404',
      project: project(`${await lostRemote()}/web.git`, json()),
      reason: /web\.git: .*404/,
      hasCommit: false,
    },
    {
      what: 'a remote that is gone',
      project: project(gone, json()),
      reason: /gone/,
      hasCommit: false,
    },
    {
      what: 'a misspelt template',
      project: project(whole, json({ template: 'web/en.jsn' })),
      reason: /The template web\/en\.jsn does not exist/,
    },
    {
      what: 'an empty set of files',
      project: project(whole, po),
      reason: /po\/\*\.po: expected files of translations, found none/,
    },
    {
      what: 'a filemask that fits nothing',
      project: project(whole, json({ filemask: 'webb/*.json' })),
      reason: /webb\/\*\.json: expected files of translations, found none/,
      hasSource: true,
    },
    {
      what: 'codes that the expression for them leaves out',
      project: project(await made({ 'po/de.po': '' }), { ...po, language_regex: '^xx$' }),
      reason: /po\/\*\.po: expected files of translations, found none/,
    },
    {
      what: 'a broken template',
      project: project(await made({ ...JSON_FILES, 'web/en.json': '{' }), json()),
      reason: /web\/en\.json:1:2: expected/,
    },
    {
      what: 'a broken file, the only one with a template',
      project: project(await made({ ...JSON_FILES, 'web/de.json': '{' }), json()),
      reason: /web\/de\.json:1:2: expected/,
      hasSource: true,
    },
    {
      what: 'a broken file, the only one without a template',
      project: project(await made({ 'po/de.po': BROKEN_PO }), po),
      reason: /po\/de\.po:1:/,
    },
    {
      what: 'an empty repository',
      project: project((await createRepository([])).path, json()),
      reason: /no commit at HEAD/,
      hasCommit: false,
    },
    {
      what: 'a branch that is gone',
      project: project(whole, json(), { branch: 'release' }),
      reason: /branch release/,
      hasCommit: false,
    },
  ].map((one) => ({ hasSource: false, hasCommit: true, ...one }))
}

/** The address of a server that has no repository. */
async function lostRemote(): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(404).end('Not found'))
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
