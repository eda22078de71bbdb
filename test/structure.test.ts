import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

/** The structure of the code: which module imports which, types included. The table in docs/development.md says which may. */

const ROOT = join(import.meta.dirname, '..')

interface Import {
  /** Paths from the root; `to` is the name of a package for anything but a file of the project. */
  readonly from: string
  readonly to: string
}

const files = ['formats', 'src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name)),
)

const imports: readonly Import[] = files.flatMap((from) => {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(ROOT, from), 'utf8'))
  return importedFiles.map(({ fileName }) => ({
    from,
    to: fileName.startsWith('.') ? relative(ROOT, join(ROOT, dirname(from), fileName)) : fileName,
  }))
})

/** `src/api`, `formats`, or a file right below `src`. */
function moduleOf(path: string): string {
  const [top = '', next = ''] = path.split('/')
  return top === 'src' ? `src/${next}` : top
}

/** For each module, those that it may import by the table in docs/development.md, and those that its row names. */
function readTable(): Map<string, { allowed: ReadonlySet<string>; named: readonly string[] }> {
  const page = readFileSync(join(ROOT, 'docs/development.md'), 'utf8')
  const rows = [...page.matchAll(/^\| `([^`|]+?)\/?` \|[^|]*\|([^|]*)\|$/gm)]
  const last = rows.findIndex(([, module]) => module === 'src/next-turn.ts')
  const leaves = rows.slice(0, last).map(([, module = '']) => module)
  const table: ReturnType<typeof readTable> = new Map()
  for (const [, module = '', cell = ''] of rows) {
    const named = [...cell.matchAll(/`([^`]+?)\/?`/g)].map(([, name = '']) => name)
    const above = cell.includes('all above') ? table.keys() : []
    table.set(module, { allowed: new Set([...leaves, ...above, ...named]), named })
  }
  return table
}

test('a module imports only those that the table in docs/development.md allows', () => {
  const table = readTable()
  const forbidden = imports
    .filter(({ to }) => files.includes(to) || to.startsWith('src/') || to.startsWith('formats/'))
    .filter(({ from, to }) => moduleOf(from) !== moduleOf(to))
    .filter(({ from, to }) => !table.get(moduleOf(from))?.allowed.has(moduleOf(to)))
    .map(({ from, to }) => {
      const allowed =
        [...(table.get(moduleOf(from))?.allowed ?? [])].join(', ') || 'no other module'
      return `${from} -> ${to}: ${moduleOf(from)} may import ${allowed}`
    })
  expect(forbidden).toEqual([])
  expect([...table.keys()].sort()).toEqual([...new Set(files.map(moduleOf))].sort())
})

test('every import that the table names is used', () => {
  const used = new Set(imports.map(({ from, to }) => `${moduleOf(from)} -> ${moduleOf(to)}`))
  const allowed = [...readTable()].flatMap(([from, { named }]) =>
    named.map((to) => `${from} -> ${to}`),
  )
  expect(allowed.filter((each) => !used.has(each))).toEqual([])
})

/** All that a file imports, directly or not. */
function reachedFrom(file: string): ReadonlySet<string> {
  const reached = new Set([file])
  // Iterating a set also visits what is added meanwhile.
  for (const from of reached) {
    for (const reference of imports) if (reference.from === from) reached.add(reference.to)
  }
  return reached
}

test('the model imports no repository, store or thread, directly or not: a view is plain data', () => {
  const live = /^(?:src\/(?:git|store|redis|history|catalog)\/|node:worker_threads$)/
  const reached = [...reachedFrom('src/model/model.ts')]
  expect(reached.filter((path) => live.test(path))).toEqual(['src/git/commit.ts'])
})

/** Packages that only one module may import, so that they are easy to replace. */
const OWNED_PACKAGES = {
  'lru-cache': 'src/cache.ts',
  '@redis': 'src/redis',
  re2js: 'src/regexp',
  'fast-xml-parser': 'src/xml',
} as const

test('a package with an owner is imported by that module only', () => {
  const strays = Object.entries(OWNED_PACKAGES).flatMap(([name, owner]) =>
    imports
      .filter(({ from, to }) => to.split('/')[0] === name && moduleOf(from) !== owner)
      .map(({ from }) => `${from} imports ${name}: only ${owner} may`),
  )
  expect(strays).toEqual([])
})

/** Packages that the table in docs/development.md justifies. */
function packagesOfTable(): readonly string[] {
  const page = readFileSync(join(ROOT, 'docs/development.md'), 'utf8')
  const [, section = ''] = page.split('\n## Dependencies\n')
  const [, ...cells] = [...section.matchAll(/^\| ([^|]*) \|/gm)].map(([, cell = '']) => cell)
  return cells.flatMap((cell) => cell.split(', '))
}

const REQUIRED = /createRequire\(import\.meta\.url\)\('([^']+)'\)/g

test('the program imports only packages named in docs/development.md, each either installed or bundled', () => {
  const { dependencies, devDependencies, peerDependencies }: Record<string, object> = JSON.parse(
    readFileSync(join(ROOT, 'package.json'), 'utf8'),
  )
  const named = packagesOfTable()
  const optional = Object.keys(peerDependencies ?? {})
  const strays = imports
    .filter(({ to }) => !/^(formats|src|schemas|node:|package\.json)/.test(to))
    .filter(
      ({ to }) => ![...named, ...optional].some((name) => to === name || to.startsWith(`${name}/`)),
    )
    .map(({ from, to }) => `${from} imports ${to}`)
  expect(strays).toEqual([])
  const [installed = [], bundled = []] = [dependencies, devDependencies].map((packages) =>
    Object.keys(packages ?? {}),
  )
  const duplicates = installed.filter((name) => bundled.includes(name))
  const unnamed = installed.filter((name) => !named.includes(name))
  const unknown = named.filter((name) => ![...installed, ...bundled].includes(name))
  // The bundler does not see packages loaded with `createRequire`.
  const required = files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(REQUIRED)].map(([, name = '']) => name),
  )
  const missing = required.filter((name) => !installed.includes(name))
  expect([duplicates, unnamed, unknown, missing, required.length > 0]).toEqual([
    [],
    [],
    [],
    [],
    true,
  ])
})

/** Files that reach each other through imports, each group sorted by path (Tarjan's strongly connected components). */
function findCycles(): string[][] {
  const targets = new Map(files.map((file) => [file, [] as string[]]))
  for (const { from, to } of imports) if (targets.has(to)) targets.get(from)?.push(to)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []
  function visit(file: string): void {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0))
      }
    }
    if (lowest.get(file) !== order.get(file)) return
    const group = stack.splice(stack.indexOf(file))
    if (group.length > 1) cycles.push(group.sort())
  }
  for (const file of files) if (!order.has(file)) visit(file)
  return cycles
}

test('imports have no cycles, types included', () => {
  expect(findCycles()).toEqual([])
})
