import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseFlags } from '../../src/checks/flags.ts'
import { ignoreFlag } from '../../src/checks/form-check.ts'
import { checks as allChecks, checksById, descriptionsById } from '../../src/checks/registry.ts'
import { judge, type RunUnit } from '../../src/checks/run.ts'
import { languageForCode } from '../../src/languages/language.ts'

const data: {
  checks: {
    id: string
    name: string
    kind: string
    default_disabled: boolean
    enable_flags: string[]
    ignore_flag: string
    batch: boolean
    in_scope: boolean
  }[]
} = JSON.parse(readFileSync('fixtures/checks-data.json', 'utf8'))
const checkOrder = [...descriptionsById.values()].filter(({ isOwn }) => !isOwn).map(({ id }) => id)
// Texts are not drawn, so their size is not known.
const inScope = data.checks.filter(({ id }) => id !== 'max-size')

/** The additional checks of Weblate 2026.10, with their names and enabling flags. */
const NEW: Readonly<Record<string, readonly [name: string, flag?: string]>> = {
  accelerator: ['Accelerator key', 'accelerator'],
  'max-lines': ['Maximum number of lines', 'max-lines'],
  multiple_capital: ['Multiple capitals'],
  objc_format: ['Objective-C format', 'objc-format'],
  laravel_format: ['Laravel format', 'laravel-format'],
  'xml-chars-around-tags': ['Chars around XML tags'],
  'asciidoc-markup': ['AsciiDoc markup', 'asciidoc-text'],
  'safe-mdx': ['Safe MDX', 'safe-mdx'],
  // Needs that flag here, though Weblate enables it by default.
  'source-max-length': ['Source string length', 'max-length'],
}

test('checks that are new in 2026.10 have their names and flags', () => {
  const added = allChecks.filter(({ since }) => since === '2026.10')
  expect(
    Object.fromEntries(added.map(({ id, name, enabledBy = [] }) => [id, [name, ...enabledBy]])),
  ).toEqual(NEW)
  expect(added.filter(({ id, ignoredBy }) => ignoredBy !== ignoreFlag(id))).toEqual([])
})

test('checks have the order, names, kinds and flags of Weblate', () => {
  expect(checkOrder.filter((id) => NEW[id] === undefined)).toEqual(inScope.map(({ id }) => id))
  const checks = allChecks.filter(({ since }) => since === undefined)
  const documented = inScope.filter(({ id }) => checks.some((check) => check.id === id))
  expect(checks.map(({ id, name, kind, ignoredBy }) => ({ id, name, kind, ignoredBy }))).toEqual(
    documented.map(({ id, name, kind, ignore_flag }) => ({
      id,
      name,
      kind,
      ignoredBy: ignore_flag,
    })),
  )
  for (const check of checks) {
    const each = documented.find(({ id }) => id === check.id)
    const enabledBy = (check.enabledBy ?? []).filter((flag) => flag !== 'auto-java-messageformat')
    expect([check.id, enabledBy]).toEqual([check.id, each?.enable_flags])
  }
})

test('a failing unit names its checks in the default order', () => {
  expect(judge(unitOf({})).weblate).toEqual(['begin_space', 'end_stop', 'newline-count'])
})

test('flags turn checks off', () => {
  const flags = parseFlags('ignore-end-stop, ignore-begin-space')
  expect(judge(unitOf({ flags })).weblate).toEqual(['newline-count'])
  expect(judge(unitOf({ flags: parseFlags('ignore-all-checks') })).weblate).toEqual([])
})

test('checks of translations run on translated and edited units only', () => {
  const counts = [0, 10, 20, 30, 100].map((state) => judge(unitOf({ state })).weblate.length)
  expect(counts).toEqual([0, 3, 3, 3, 0])
  expect(judge(unitOf({ isSource: true })).weblate).toEqual([])
  expect(judge(unitOf({ isGlossary: true })).weblate).not.toContain('end_stop')
})

test('equal sets of checks share one array', () => {
  expect(judge(unitOf({})).weblate).toBe(judge(unitOf({ state: 30 })).weblate)
})

test.each([
  ['ja', ['=one', 'others'], ['x'], false],
  ['ja', ['one', '=others'], ['x'], true],
  ['de', ['=one', 'others'], ['x', 'y'], true],
  ['de', ['one', 'others'], ['x', '=y'], true],
])(
  'a term in %s is prohibited to start with a sign in the forms that are compared: %j, %j',
  (code, sources, targets, fails) => {
    const check = checksById.get('prohibited_initial_character')
    const language = languageForCode(code)
    expect(check?.fails(unitOf({ language, sources, targets }))).toBe(fails)
  },
)

function unitOf(differences: Partial<RunUnit>): RunUnit {
  return {
    weblate: '2026.10',
    sources: ['Save all changes.'],
    targets: [' Alles\nspeichern'],
    sourceLanguage: languageForCode('en'),
    language: languageForCode('de'),
    flags: parseFlags(''),
    context: '',
    note: '',
    projectName: 'Project',
    componentName: 'Component',
    state: 20,
    isSource: false,
    isGlossary: false,
    ...differences,
  }
}
