import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ServedDemo, serveDemo } from '../support/served-demo.ts'

const READER = resolve('test/clients/openapi/reader.ts')
const PATHS = resolve('test/clients/openapi/paths.ts')

let demo: ServedDemo
let paths: string

/** The types that it imports are made from what the demo serves, so it is no part of this program. */
async function read(baseUrl: string): Promise<unknown> {
  return (await import(READER)).read(baseUrl)
}

beforeAll(async () => {
  demo = await serveDemo()
  paths = astToString(await openapiTS(new URL('api/schema/', demo.url)))
})
afterAll(() => demo.stop())

/** What the compiler says of a program that uses the generated types, which are in memory alone. */
function complaints(program: string): string[] {
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

test('a program that uses the generated types compiles', () => {
  expect(complaints(readFileSync(READER, 'utf8'))).toEqual([])
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
  const all = complaints(program).join('\n')
  expect(mistakes.filter(([, , complaint]) => !complaint.test(all))).toEqual([])
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
