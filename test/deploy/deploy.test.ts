import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { serveProjects } from '../support/catalog.ts'
import { createTemporaryFolder } from '../support/git-repository.ts'

// No engine for containers runs here: these files are read, and what they name is looked up.

const top = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(top, 'deploy', file), 'utf8')

test('the image has files that exist, no rights, and the command of the package', () => {
  const lines = read('Dockerfile').split('\n')
  const copied = lines.flatMap((line) =>
    line.startsWith('COPY --from') ? line.split(' ').slice(2, -1) : [],
  )
  const made = ['node_modules', 'dist']
  const missing = copied
    .map((path) => path.replace('/build/', ''))
    .filter((path) => !made.includes(path) && !existsSync(join(top, path)))
  expect([copied.length > 4, missing]).toEqual([true, []])
  expect(lines).toContain('USER node')
  const { bin } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  expect(lines.find((line) => line.startsWith('ENTRYPOINT'))).toContain(bin.gitglot)
})

test('containers have a read-only root, no capabilities and one port', () => {
  const { services } = parse(read('compose.yaml'))
  expect(services.gitglot).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    ports: ['127.0.0.1:8000:8000'],
    build: { dockerfile: 'deploy/Dockerfile' },
  })
  const objects = parseAllDocuments(read('kubernetes.yaml')).map((document) => document.toJS())
  expect(objects.map(({ kind }) => kind)).toEqual([
    'PersistentVolumeClaim',
    'Deployment',
    'Service',
  ])
  const [container] = objects[1].spec.template.spec.containers
  expect(objects[1].spec.template.spec.automountServiceAccountToken).toBe(false)
  expect(container.securityContext).toEqual({
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
  })
})

test('gitglot alone is started by default, and systemd shuts it in', () => {
  const { services } = parse(read('compose.yaml'))
  expect(Object.keys(services)).toEqual(['gitglot', 'cache', 'valkey'])
  expect(services.valkey).toMatchObject({ profiles: ['replicas'], read_only: true })
  expect(services.valkey.ports).toBeUndefined()
  const started = Object.entries<{ profiles?: string[] }>(services).filter(
    ([, service]) => !service.profiles,
  )
  expect(started.map(([name]) => name)).toEqual(['gitglot'])
  const unit = read('gitglot.service').split('\n')
  const needed = [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'StateDirectory=gitglot',
    'ProtectProc=invisible',
    'MemoryMax=75%',
    'TasksMax=512',
    // Connections are files.
    'LimitNOFILE=65536',
  ]
  expect(needed.filter((line) => !unit.includes(line))).toEqual([])
})

interface Job {
  readonly permissions: Readonly<Record<string, string>>
  readonly steps: readonly {
    readonly uses?: string
    readonly run?: string
    readonly with?: Readonly<Record<string, unknown>>
  }[]
}
const workflow = readFileSync(join(top, '.github/workflows/release.yml'), 'utf8')
const { jobs }: { readonly jobs: Readonly<Record<string, Job>> } = parse(workflow)

test('a release publishes the package with its provenance, the image twice, and what the changelog says', () => {
  const runs = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run = [] }) => run))
  const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  const named = runs.flatMap((run) => /^npm run (\S+)/.exec(run)?.[1] ?? [])
  expect(named.filter((name) => !(name in scripts))).toEqual([])
  expect(runs).toContain(
    'npm publish ./gitglot-*.tgz --ignore-scripts --provenance --access public',
  )
  const image = jobs['build-image']?.steps.find(({ uses }) => uses?.startsWith('docker/build-push'))
  expect(image?.with?.['platforms']).toBe('linux/amd64,linux/arm64')
  expect(existsSync(join(top, String(image?.with?.['file'])))).toBe(true)
  const changelog =
    '# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-11-27\n\n- New.\n\n## 1.1.0 - 2026-01-01\n\n- Old.\n'
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  mkdirSync(join(folder, 'release'))
  const env = { ...process.env, GITHUB_REF_NAME: 'v1.2.0' }
  const extract = runs.find((run) => run.startsWith('awk ')) ?? ''
  execFileSync('sh', ['-c', extract], { cwd: folder, env })
  expect(readFileSync(join(folder, 'release/notes.md'), 'utf8').trim()).toBe('- New.')
})

test('what a release builds may only read, and what publishes it runs nothing that was checked out or installed', () => {
  const rights = Object.entries(jobs).map(([name, { permissions }]) => [name, permissions])
  expect(Object.fromEntries(rights)).toEqual({
    build: { contents: 'read' },
    'build-image': { contents: 'read' },
    npm: { 'id-token': 'write' },
    image: { packages: 'write' },
    release: { contents: 'write' },
  })
  expect(workflow).toMatch(/^permissions: \{\}$/m)
  const publishing = ['npm', 'image', 'release'].flatMap((name) => jobs[name]?.steps ?? [])
  const runsCode = /actions\/checkout|build-push|npm (?:ci|install|test|run|exec)|^node /
  expect(publishing.filter(({ uses = '', run = '' }) => runsCode.test(uses || run))).toEqual([])
  const checkouts = Object.values(jobs).flatMap(({ steps }) =>
    steps.filter(({ uses }) => uses?.startsWith('actions/checkout')),
  )
  expect(checkouts.map((step) => step.with)).toEqual([
    { 'persist-credentials': false },
    { 'persist-credentials': false },
  ])
})

test('actions are pinned by commit, and images by digest', () => {
  const actions = ['.github/workflows/release.yml', 'action.yml'].flatMap((file) =>
    [...readFileSync(join(top, file), 'utf8').matchAll(/uses: (.*)/g)].map(
      ([, action = '']) => action,
    ),
  )
  const isPinned = (action: string) =>
    /^[\w.-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action)
  expect([actions.length > 10, actions.filter((action) => !isPinned(action))]).toEqual([true, []])
  const images = [
    'deploy/Dockerfile',
    'deploy/compose.yaml',
    'ci/gitlab.yml',
    'ci/gitlab-pages.yml',
  ]
    .map((file) => readFileSync(join(top, file), 'utf8'))
    .flatMap((text) =>
      [...text.matchAll(/^(?:FROM| *image:) (\S+)/gm)].map(([, image = '']) => image),
    )
  const isDigest = (image: string) => /^[\w/-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image)
  expect([images.length, images.filter((image) => !isDigest(image))]).toEqual([6, []])
})

test('the addresses that are probed are there', async () => {
  const { app, catalog } = await serveProjects([])
  onTestFinished(catalog.close)
  const texts = ['Dockerfile', 'kubernetes.yaml'].map(read).join('\n')
  const probed = [...new Set([...texts.matchAll(/\/(?:health|ready)z\//g)].map(([path]) => path))]
  const statuses = await Promise.all(probed.map(async (path) => (await app.request(path)).status))
  expect([probed, statuses]).toEqual([
    ['/healthz/', '/readyz/'],
    [200, 200],
  ])
})
