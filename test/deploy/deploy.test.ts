import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
  const objects = parseAllDocuments(read('kubernetes.yaml')).map((one) => one.toJS())
  expect(objects.map(({ kind }) => kind)).toEqual([
    'PersistentVolumeClaim',
    'Deployment',
    'Service',
  ])
  const [container] = objects[1].spec.template.spec.containers
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
    ([, one]) => !one.profiles,
  )
  expect(started.map(([name]) => name)).toEqual(['gitglot'])
  const unit = read('gitglot.service').split('\n')
  const needed = [
    'DynamicUser=yes',
    'ProtectSystem=strict',
    'NoNewPrivileges=yes',
    'StateDirectory=gitglot',
  ]
  expect(needed.filter((line) => !unit.includes(line))).toEqual([])
})

test('a release publishes the package with its provenance, the image twice, and what the changelog says', () => {
  const { jobs } = parse(readFileSync(join(top, '.github/workflows/release.yml'), 'utf8'))
  const runs = jobs.npm.steps.flatMap(({ run = [] }: { run?: string | [] }) => run)
  const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))
  const named = runs.flatMap((run: string) => /^npm run (\S+)/.exec(run)?.[1] ?? [])
  expect(named.filter((name: string) => !(name in scripts))).toEqual([])
  expect([runs.at(-1), jobs.npm.permissions['id-token']]).toEqual([
    'npm publish --provenance --access public',
    'write',
  ])
  const { platforms, file } = jobs.image.steps.at(-1).with
  expect([platforms, existsSync(join(top, file))]).toEqual(['linux/amd64,linux/arm64', true])
  const [, extract] = jobs.changelog.steps
  const changelog = '# Changelog\n\n## Unreleased\n\n## 1.2.0\n\n- New.\n\n## 1.1.0\n\n- Old.\n'
  const folder = createTemporaryFolder()
  writeFileSync(join(folder, 'CHANGELOG.md'), changelog)
  const env = { ...process.env, GITHUB_REF_NAME: 'v1.2.0' }
  execFileSync('sh', ['-c', extract.run], { cwd: folder, env })
  expect(readFileSync(join(folder, 'notes.md'), 'utf8').trim()).toBe('- New.')
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
