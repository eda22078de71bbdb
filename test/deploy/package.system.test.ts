import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, onTestFinished, test } from 'vitest'
import { createTemporaryFolder } from '../support/git-repository.ts'
import { main } from '../support/programs.ts'
import { startProcess } from '../support/start-process.ts'

const top = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8'))

/** What a package is needed for besides running. */
interface Locked {
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly peer?: boolean
}

test('the package serves the demo from an empty folder', async () => {
  const folder = createTemporaryFolder()
  const tarball = packInto(folder)
  installInto(folder, tarball)
  const command = join(folder, 'node_modules/.bin/gitglot')
  expect(run(folder, command, '--version')).toBe(`${manifest.version}\n`)
  const url = await serve(folder, command)
  const ask = async (path: string) => {
    const response = await fetch(`${url}${path}`)
    const body = await response.text()
    return [response.status, response.headers.get('content-type')?.split(';')[0], body.length > 500]
  }
  expect(await ask('api/components/tidewatch/web/')).toEqual([200, 'application/json', true])
  expect(await ask('projects/tidewatch/web/')).toEqual([200, 'text/html', true])
  expect(await ask('static/gitglot.css')).toEqual([200, 'text/css', true])
  expect(await ask('widget/tidewatch/svg-badge.svg')).toEqual([200, 'image/svg+xml', true])
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}mcp`)))
  const { structuredContent } = await client.callTool({ name: 'list_components', arguments: {} })
  expect(structuredContent).toMatchObject({ total: 8, next: null })
  await client.close()
})

test('the package serves agents, too, with nothing beside it', async () => {
  const folder = createTemporaryFolder()
  installInto(folder, packInto(folder))
  const command = join(folder, 'node_modules/.bin/gitglot')
  const client = new Client({ name: 'test', version: '1' })
  onTestFinished(() => client.close())
  await client.connect(
    new StdioClientTransport({ command, args: ['mcp', join(top, 'fixtures/demo.git')] }),
  )
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'list_components',
    'get_statistics',
    'find_strings',
    'compare',
    'review',
    'history',
    'check_keys',
  ])
})

test('a program in strict TypeScript uses the installed package', async () => {
  const folder = createTemporaryFolder()
  installInto(folder, packInto(folder))
  const program = `import { openRepository, type Status } from 'gitglot'
const repository = await openRepository(${JSON.stringify(join(top, 'fixtures/demo.git'))})
const status: Status = await repository.status('v1.0.0')
const units = await repository.units('language:cs AND key:nav')
const { components } = await repository.compare('v1.0.0', 'v2.0.0')
const report = await repository.check({ base: 'v2.0.0', failOn: 'none' })
const [history] = await repository.history(units[0]?.context ?? '', { language: 'cs' })
await repository.close()
const closed: string = await repository.status().then(() => '', (error: Error) => error.message)
console.log(status.components.length > 0, units.length > 0, components.length > 0)
console.log(report.isPassed, (history?.versions.length ?? 0) > 0, closed.endsWith('was closed'))
`
  writeFileSync(join(folder, 'program.mts'), program)
  const options = ['--strict', '--exactOptionalPropertyTypes', '--target', 'es2022']
  const nodeOptions = [
    '--module',
    'nodenext',
    '--types',
    'node',
    '--typeRoots',
    join(top, 'node_modules/@types'),
  ]
  run(
    folder,
    process.execPath,
    join(top, 'node_modules/typescript/bin/tsc'),
    ...options,
    ...nodeOptions,
    'program.mts',
  )
  expect(run(folder, process.execPath, 'program.mjs')).toBe('true true true\ntrue true true\n')
})

function run(folder: string, program: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
  return stdout
}

/** The package of what was built for this run, as `npm pack` makes it; the path of its tarball. */
function packInto(folder: string): string {
  const source = join(folder, 'source')
  const files = [...manifest.files, 'package.json', 'README.md', 'LICENSE']
  for (const file of files.filter((one) => one !== 'dist')) {
    cpSync(join(top, file), join(source, file), { recursive: true })
  }
  cpSync(join(dirname(main), '..'), join(source, 'dist/src'), { recursive: true })
  const packed = run(source, 'npm', 'pack', '--silent', '--ignore-scripts')
  return join(source, packed.trim())
}

/**
 * Installs a tarball where there is nothing but what it depends on, copied from this project: no network is needed, and
 * npm fails if something is missing.
 */
function installInto(folder: string, tarball: string): void {
  const { packages } = JSON.parse(readFileSync(join(top, 'package-lock.json'), 'utf8'))
  for (const [path, { dev, devOptional, peer }] of Object.entries<Locked>(packages)) {
    if (path === '' || dev || devOptional || peer || !existsSync(join(top, path))) continue
    cpSync(join(top, path), join(folder, path), { recursive: true })
  }
  run(folder, 'npm', 'install', '--offline', '--no-audit', '--no-fund', tarball)
}

/** The address of a server with the demo, once it says so. */
async function serve(folder: string, command: string): Promise<string> {
  const server = startProcess(command, ['serve', '--port', '0'], folder)
  const [url = ''] = /http:\/\/\S+/.exec(await server.printed('\n')) ?? []
  return url
}
