import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { serveProjects } from '../support/catalog.ts'

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
