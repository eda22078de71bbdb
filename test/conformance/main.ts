import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { cutHistory } from '../support/shallow.ts'
import { caseSuites } from './cases.ts'
import { compareDiscoveryCases, compareDiscoveryGoldens } from './discovery.ts'
import { compareFiles } from './files.ts'
import { compareGoldens, readableProjects, readProjects } from './goldens.ts'
import { compareHistory } from './history.ts'
import { historyProjects, moreHistoryProjects, scriptedProjects } from './history-projects.ts'
import { compareHistoryRows } from './history-rows.ts'
import { compareObjects } from './objects.ts'
import { CHANGED_REPOSITORY, compareRecorded, recordedProject } from './recorded-2026.ts'
import { HEAD, type Section } from './report.ts'
import { compareRequests } from './requests.ts'
import { compareSearch } from './search.ts'
import { type GoldenProject, openBundle, type Server, serve } from './server.ts'
import { compareRecordedWidgets, compareWidgets } from './widgets.ts'

const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    spec: { type: 'string', default: join(root, '../shared/spec') },
    goldens: { type: 'string', default: join(root, '../shared/goldens') },
    goldens2: { type: 'string', default: join(root, '../shared/goldens2') },
    goldens26: { type: 'string', default: join(root, '../shared/goldens26') },
    repos: { type: 'string', default: join(root, '../shared/repos') },
    history: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})

const requests = join(values.goldens, 'requests')

/** What can be compared, by the name that `--only` takes. */
const SUITES: Readonly<Record<string, () => Promise<Section[]>>> = {
  ...caseSuites(values.spec),
  goldens: () =>
    compareGoldens({
      goldens: values.goldens,
      weblate: '5.14',
      repositoryOf: (name) => openBundle(name, values.repos),
    }),
  goldens2: () =>
    compareGoldens({
      goldens: values.goldens2,
      weblate: '5.14',
      projects: readableProjects(values.goldens2),
      repositoryOf: (name) => openBundle(name, values.repos),
    }),
  goldens26: () =>
    compareGoldens({
      goldens: values.goldens26,
      weblate: '2026.10',
      projects: readableProjects(values.goldens26),
      repositoryOf: (name) => openBundle(name, values.repos),
    }),
  discovery: async () => [
    compareDiscoveryCases(join(values.spec, 'discovery-cases.json')),
    ...(['goldens', 'goldens2'] as const).map((name) =>
      compareDiscoveryGoldens({
        what: `discovery: ${name}`,
        goldens: values[name],
        repositoryOf: (name) => openBundle(name, values.repos),
      }),
    ),
  ],
  objects: () => compareObjects(values.repos),
  rows: () =>
    compareHistoryRows({
      goldens: values.goldens,
      repositoryOf: (name) => openBundle(name, values.repos),
    }),
  history: async () => {
    const repositoryOf = (name: string) => openBundle(name, values.repos)
    const folder = values.history ?? join(values.goldens, 'history')
    const projects = historyProjects(values.goldens)
    const more = {
      folder: join(values.goldens2, 'history'),
      projects: moreHistoryProjects(values.goldens2),
    }
    return [
      ...(await compareHistory({ folder, weblate: '5.14', projects, repositoryOf })),
      ...(await compareHistory({ ...more, weblate: '5.14', repositoryOf })),
      ...(await compareHistory({
        folder: join(values.spec, 'weblate-2026/history'),
        weblate: '2026.10',
        projects: scriptedProjects,
        repositoryOf,
      })),
    ]
  },
  requests26: () => withRecorded26(),
  requests: () =>
    withRecorded((server) => compareRequests(server, { folder: requests, ignored: new Set() })),
  widgets: () => withRecorded((server) => compareWidgets(server, { folder: requests })),
  files: () => withRecorded((server) => compareFiles(server, { folder: requests })),
  search: () => withRecorded((server) => compareSearch(server, { requests, project: 'tidewatch' })),
}

/** Serves the project that the single requests were recorded against. */
async function withRecorded(compare: (server: Server) => Promise<Section[]>): Promise<Section[]> {
  const project = readProjects(values.goldens).find(({ project: [slug] }) => slug === 'tidewatch')
  if (project === undefined) return []
  const server = await serve(withGlossary(project), openBundle(project.repo, values.repos), '5.14')
  try {
    return await compare(server)
  } finally {
    await server.close()
  }
}

/** Serves the two projects that the single requests of 2026.10 were recorded against, one of them before and after a commit. */
async function withRecorded26(): Promise<Section[]> {
  const repositoryOf = (name: string) => openBundle(name, values.repos)
  const folder = join(values.spec, 'weblate-2026/requests')
  const demo = readProjects(values.goldens26).find(({ project: [slug] }) => slug === 'tidewatch')
  if (demo === undefined) return []
  const after = repositoryOf(CHANGED_REPOSITORY)
  const before = cutHistory(after, 'main', 'main~1')
  const open = (project: GoldenProject) => serve(project, repositoryOf(project.repo), '2026.10')
  const servers = {
    test: await open(recordedProject(folder, { changedRepo: before, stateFrom: 'commit' })),
    changed: await open(recordedProject(folder, { changedRepo: after, stateFrom: 'follow' })),
    tidewatch: await open(demo),
  }
  try {
    const widgets = await compareRecordedWidgets(servers, folder)
    return [...(await compareRecorded(servers, folder)), widgets]
  } finally {
    await Promise.all(Object.values(servers).map((server) => server.close()))
    rmSync(before, { recursive: true })
  }
}

if (values.help) {
  console.log(`Usage: npm run conformance -- [--only SUITE,...] [--FOLDER PATH]

Suites: ${Object.keys(SUITES).join(', ')} (default: all)
Folders: spec, goldens, goldens2, goldens26, repos (default: in ../shared), history`)
  process.exit()
}

const names = values.only === undefined ? Object.keys(SUITES) : values.only.split(',')
const unknown = names.find((name) => !(name in SUITES))
if (unknown !== undefined) {
  console.error(`--only ${unknown}: expected one of ${Object.keys(SUITES).join(', ')}`)
  process.exit(2)
}
const thresholds: Record<string, number> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'thresholds.json'), 'utf8'),
)
console.log(HEAD)
let isBelow = false
for (const name of names) {
  for (const section of (await SUITES[name]?.()) ?? []) {
    console.log(section.lines().join('\n'))
    const threshold = thresholds[section.what]
    if (threshold !== undefined && section.agree < threshold) {
      console.log(`    below the threshold of ${threshold}`)
      isBelow = true
    }
  }
}
process.exitCode = isBelow ? 1 : 0

/** With the glossary that the recording server added after the first component. */
function withGlossary(project: GoldenProject): GoldenProject {
  const [first, ...others] = project.components
  const glossary = {
    slug: 'glossary',
    name: project.project[1],
    vcs: 'local',
    repo: 'local:',
    branch: 'main',
    file_format: 'tbx',
    filemask: '*.tbx',
    is_glossary: true,
    license: first?.['license'],
  }
  return { ...project, components: [...(first ? [first] : []), glossary, ...others] }
}
