import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import createClient from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenApi } from '../../src/api/schema/openapi.ts'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

const READER = resolve('test/clients/openapi/reader.ts')
const PATHS = resolve('test/clients/openapi/paths.ts')

let demo: ServedDemo
let paths: string
let document: OpenApi

/** The types that it imports are made from what the demo serves, so it is no part of this program. */
async function read(baseUrl: string): Promise<unknown> {
  return (await import(READER)).read(baseUrl)
}

beforeAll(async () => {
  demo = await serveDemo()
  const address = new URL('api/schema/', demo.url)
  paths = astToString(await openapiTS(address))
  document = (await (await fetch(address)).json()) as OpenApi
})
afterAll(() => demo.stop())

/** What the compiler says of a program that uses the generated types, which are in memory alone. */
function problems(program: string): string[] {
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
  }
  const texts = new Map([
    [READER, program],
    [PATHS, paths],
  ])
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = (name) => texts.has(name) || fileExists(name)
  host.readFile = (name) => texts.get(name) ?? readFile(name)
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name)
    return text === undefined
      ? getSourceFile(name, languageVersion, ...rest)
      : ts.createSourceFile(name, text, languageVersion)
  }
  return ts
    .getPreEmitDiagnostics(ts.createProgram([READER], options, host))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

/** What a call takes: a value for each parameter that is required. */
async function calls() {
  const get = async (list: string) =>
    (await (await fetch(new URL(`api/${list}/?page_size=1`, demo.url))).json()) as {
      results: [{ id: number }]
    }
  const [units, changes] = await Promise.all([
    get('translations/tidewatch/web/en/units'),
    get('changes'),
  ])
  return Object.entries(document.paths).map(([path, { get }]) => {
    const id = (path.includes('/changes/') ? changes : units).results[0].id
    const place = { project: 'tidewatch', component: 'web', language: 'en', name: 'layla', id }
    const values: Readonly<Record<string, unknown>> = { ...place, base: 'v1.0.0' }
    const valuesIn = (place: 'path' | 'query') =>
      Object.fromEntries(
        get.parameters
          .filter((parameter) => parameter.in === place && parameter.required)
          .map(({ name }) => [name, values[name]]),
      )
    const inPath = valuesIn('path')
    const isPlain = Object.keys(inPath).length === 0
    return { path, params: { ...(!isPlain && { path: inPath }), query: valuesIn('query') } }
  })
}

test('a program that uses the generated types compiles, and so does a call of every operation', async () => {
  const lines = (await calls()).map(
    ({ path, params }) => `await client.GET('${path}', { params: ${JSON.stringify(params)} })`,
  )
  const all = `\nconst client = createClient<paths, 'application/json'>({ baseUrl: '' })\n${lines.join('\n')}`
  expect(problems(readFileSync(READER, 'utf8') + all)).toEqual([])
})

test('mistakes in such a program do not compile', () => {
  const mistakes: readonly [string, string, RegExp][] = [
    ["'/api/projects/'", "'/api/project/'", /Expected 2 arguments, but got 1/],
    ['unit.has_failing_check', 'unit.hasFailingCheck', /'hasFailingCheck' does not exist/],
    ['page_size: 100', 'pageSize: 100', /'pageSize' does not exist/],
    ["component: 'nope'", "name: 'nope'", /'name' does not exist/],
  ]
  const program = mistakes.reduce(
    (text, [right, wrong]) => {
      expect(text).toContain(right)
      return text.replace(right, wrong)
    },
    readFileSync(READER, 'utf8'),
  )
  const all = problems(program).join('\n')
  expect(mistakes.filter(([, , problem]) => !problem.test(all))).toEqual([])
})

test('it reads projects, components, translations and units page by page', async () => {
  const get = async <T>(path: string) =>
    (await (await fetch(new URL(`api/${path}`, demo.url))).json()) as T
  const { results } = await get<{ results: { source: string[]; has_failing_check: boolean }[] }>(
    'translations/tidewatch/web/cs/units/',
  )
  const languages = await get<{ results: { code: string; translated: number }[] }>(
    'components/tidewatch/web/statistics/',
  )
  expect(await read(demo.url)).toEqual({
    projects: ['tidewatch', 'glossary'],
    components: ['mobile', 'web', 'help', 'android', 'terms'],
    translations: languages.results.map(({ code, translated }) => ({ code, translated })),
    sources: results.map(({ source }) => source.join('\n')),
    failing: results.filter((unit) => unit.has_failing_check).length,
    pages: 2,
    error: 'Not found.',
  })
  expect([results.length, languages.results.length]).toEqual([38, 16])
})

test('every operation answers with a media type that the document names', async () => {
  // The types of its addresses are in memory alone.
  const client = createClient<Record<string, { get: never }>>({ baseUrl: demo.url.slice(0, -1) })
  const others: string[] = []
  for (const { path, params } of await calls()) {
    const { response } = await client.GET(path, { params, parseAs: 'stream' } as never)
    const documented = document.paths[path]?.get.responses['200'] as { content: object }
    const type = response.headers.get('Content-Type')?.replace(/;.*/, '') ?? ''
    if (!(type in documented.content)) others.push(`${path} ${type}`)
    if (response.status !== 200) others.push(`${path} ${response.status}`)
  }
  // The demo has no categories, and `web` no `new_base`.
  expect(others).toEqual([
    '/api/categories/{id}/ 404',
    '/api/categories/{id}/announcements/ 404',
    '/api/categories/{id}/reports/ 404',
    '/api/categories/{id}/statistics/ 404',
    '/api/components/{project}/{component}/new_template/ application/json',
    '/api/components/{project}/{component}/new_template/ 404',
  ])
})
