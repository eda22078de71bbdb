import type { IgnoreConfig } from '../config/check.ts'
import type { ComponentConfig, ProjectConfig } from '../config/config.ts'
import { parseAliases } from '../languages/language.ts'
import { createLanguageTest, type NamedLanguage } from '../languages/wanted.ts'
import { type FailingChecks, failingRows, packFailing } from '../model/failing-checks.ts'
import { pathInProject } from '../model/paths.ts'
import { contextOf, sourceForms, type Units } from '../model/unit.ts'
import type { ParsedTranslation } from '../reading/translation-file.ts'
import { createWildcardTest } from '../regexp/wildcard.ts'

/** A problem that people may have accepted. */
export interface AcceptedProblem {
  /** Id of a check or rule. */
  readonly rule: string
  /** Language of the translation; undefined for a problem of a whole component. */
  readonly language: NamedLanguage | undefined
  /** Key and source text of a string; undefined for a problem of a file. */
  readonly texts: (() => readonly string[]) | undefined
}

/** What a pattern of keys may match: the key and the source texts of a unit. */
export function textsOfString(units: Units, row: number): readonly string[] {
  return [contextOf(units, row), ...sourceForms(units, row)]
}

/** Finds the entry of `check.ignore` that accepts a problem; undefined if none does. */
export type FindAccepted = (problem: AcceptedProblem) => IgnoreConfig | undefined

/** Returns what tests whether findings of a component are accepted; undefined if it accepts none. */
export function createFindAccepted(
  { slug, check, languageAliases }: ProjectConfig,
  component: ComponentConfig,
): FindAccepted | undefined {
  const path = pathInProject(component)
  const names = [`${slug}/${path}`, path, component.slug]
  const ignoreConfigs = check.ignore.filter(
    (entry) => entry.component === '' || names.some(createWildcardTest(entry.component)),
  )
  if (ignoreConfigs.length === 0) return undefined
  const aliases = parseAliases(languageAliases)
  const tests = ignoreConfigs.map((entry) => ({ entry, fits: createProblemTest(entry, aliases) }))
  return (problem) => tests.find(({ fits }) => fits(problem))?.entry
}

function createProblemTest(
  { check, key, language: code }: IgnoreConfig,
  aliases: ReadonlyMap<string, string>,
): (problem: AcceptedProblem) => boolean {
  const isRule = check === '' ? () => true : createWildcardTest(check)
  const isKey = createWildcardTest(key)
  const isLanguage = createCodeTest(code, aliases)
  return ({ rule, language, texts }) =>
    isRule(rule) &&
    (code === '' || (language !== undefined && isLanguage(language))) &&
    (key === '' || texts?.().some(isKey) === true)
}

function createCodeTest(
  code: string,
  aliases: ReadonlyMap<string, string>,
): (language: NamedLanguage) => boolean {
  if (!code.includes('*')) {
    const isMeant = createLanguageTest(code)
    return (language) => isMeant(language, aliases)
  }
  const isCode = createWildcardTest(code, true)
  return (language) => isCode(language.code) || isCode(language.fileCode)
}

const NOTHING: FailingChecks = new Uint32Array()

/** Returns what fails on a translation without accepted findings. Reads units only if an entry names keys. */
export function splitAccepted(
  { language, languageCode, units: read }: ParsedTranslation,
  verdict: FailingChecks,
  findAccepted: FindAccepted | undefined,
): { readonly verdict: FailingChecks; readonly accepted: FailingChecks } {
  if (findAccepted === undefined || verdict.length === 0) return { verdict, accepted: NOTHING }
  const named = { code: language.code, fileCode: languageCode }
  const left: [number, readonly string[]][] = []
  const accepted: [number, readonly string[]][] = []
  for (const [row, ids] of failingRows(verdict)) {
    const texts = () => textsOfString(read(), row)
    const isAccepted = (rule: string) =>
      findAccepted({ rule, language: named, texts }) !== undefined
    const acceptedIds = ids.filter(isAccepted)
    if (acceptedIds.length > 0) accepted.push([row, acceptedIds])
    if (acceptedIds.length < ids.length)
      left.push([row, ids.filter((id) => !acceptedIds.includes(id))])
  }
  if (accepted.length === 0) return { verdict, accepted: NOTHING }
  return { verdict: packFailing(left), accepted: packFailing(accepted) }
}
