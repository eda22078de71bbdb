import { firstNotBefore } from '../binary-search.ts'
import { groupBy } from '../group-by.ts'
import type { CodeFile } from './code-files.ts'

/** A call that looks up a key given in full. */
export interface KeyCall {
  /** The kind of library, which determines the formats, see `CALL_FORMATS`. */
  readonly kind: CallKind
  /** The key including the prefix of its scope, or the source text for files without keys. */
  readonly key: string
  /** Offset in the text. */
  readonly at: number
}

export type CallKind = 'i18n' | 'android' | 'flutter' | 'gettext'

/** The formats in which each kind of call looks for its keys. */
export const CALL_FORMATS: Readonly<Record<CallKind, RegExp>> = {
  i18n: /^(?:json|i18next|yaml$)/,
  android: /^aresource$/,
  flutter: /^arb$/,
  gettext: /^po$/,
}

/** A translation function in a file. */
interface TranslatingFunction {
  readonly name: string
  /** Prefix that the function adds to keys; undefined if it is only known at run time. */
  readonly scope: string | undefined
}

/** Keys, each in each of some scopes: a list of all pairs may be too long for the memory. */
interface PossibleKeys {
  readonly scopes: readonly (string | undefined)[]
  readonly keys: ReadonlySet<string>
}

/** The keys in a file's calls, and the scopes in which it looks up other keys. */
export interface CallsOfFile {
  readonly calls: readonly KeyCall[]
  /** Keys that calls may look up: with several scopes, to ask whether they exist, or with a text if they do not. */
  readonly possibleKeys: readonly PossibleKeys[]
  /** Key prefixes in which the functions of the file look up keys. */
  readonly scopes: readonly string[]
  /** The scopes in which the file looks up keys that are not literals. */
  readonly openScopes: readonly string[]
}

const SCRIPT = /^(?:[cm]?[jt]sx?|vue|svelte|astro)$/
const NONE: CallsOfFile = { calls: [], possibleKeys: [], scopes: [], openScopes: [] }

/** Returns what a file's code looks up. `isExtracted`: its texts are extracted into a gettext template. */
export function callsIn({ extension, text }: CodeFile, isExtracted: boolean): CallsOfFile {
  const simple = [
    ...(extension === 'kt' || extension === 'java' ? androidCode(text) : []),
    ...(extension === 'xml' ? callsMatching('android', text, IN_XML) : []),
    ...(extension === 'dart' ? callsMatching('flutter', text, GETTER) : []),
    ...(isExtracted ? gettextCalls(text) : []),
  ]
  const script = SCRIPT.test(extension) ? scriptCalls(text) : NONE
  const calls = [...simple, ...script.calls]
  if (calls.length === 0) return script
  const isComment = createCommentTest(text)
  return { ...script, calls: calls.filter(({ at }) => !isComment(at)) }
}

const IN_CODE = /(?<![\w.])R\.(?:string|plurals|array)\.(\w+)/g
const IN_XML = /["'>]@(?:string|plurals|array)\/([\w.]+)/g
const GETTER =
  /(?:\b(?:AppLocalizations|S)\.of\(\s*[\w.]+\s*\)\s*[!?]?|\bcontext\.l10n|\bS\.current)\s*\.\s*(?!localeName\b|delegate\b)(\w+)/g

function callsMatching(kind: CallKind, text: string, pattern: RegExp): KeyCall[] {
  return Array.from(text.matchAll(pattern), ({ 0: whole, 1: key = '', index }) => ({
    ...{ kind, key },
    at: index + whole.length - key.length,
  }))
}

/** `R` may be the resource class of a library. */
function androidCode(text: string): KeyCall[] {
  const isForeign = /^import (?:static )?(?:android|androidx|com\.google)\.[\w.]*\bR;?$/m.test(text)
  return isForeign ? [] : callsMatching('android', text, IN_CODE)
}

const LITERAL = String.raw`(["'])((?:(?!\1)[^\\\n]|\\[\\"'nt])+)\1`
const GETTEXT = new RegExp(
  String.raw`(?<![\w.$])(?:_|N_|gettext|gettext_noop|ngettext|pgettext\(\s*(["'])[^"'\n]*\1\s*,)[ \t]*\(?\s*${LITERAL.replaceAll('\\1', '\\2')}\s*[,)]`,
  'g',
)

function gettextCalls(text: string): KeyCall[] {
  return Array.from(text.matchAll(GETTEXT), ({ 3: literal = '', index }) => ({
    kind: 'gettext',
    key: literal.replace(/\\(.)/g, (_, char) => ({ n: '\n', t: '\t' })[char as string] ?? char),
    at: index,
  }))
}

const KEY = String.raw`(["'\`])((?:(?!\1)[^\\\n$])+)\1`

/** Maximum number of translation functions tracked in a file, and of their scopes; only generated code has more. */
const MAX_NAMES = 20
const MAX_SCOPES = 100

function scriptCalls(text: string): CallsOfFile {
  const functions = functionsIn(text)
  const calls: KeyCall[] = []
  const possibleKeys: PossibleKeys[] = []
  const openScopes = new Set<string>()
  for (const [name, sameName] of [...groupBy(functions, (translating) => translating.name)].slice(
    0,
    MAX_NAMES,
  )) {
    const [{ scope }, ...others] = sameName
    const isCertain = scope !== undefined && others.length === 0
    const scopes = [...new Set(sameName.map(({ scope }) => scope))].slice(0, MAX_SCOPES)
    const keys = new Set<string>()
    possibleKeys.push({ scopes, keys })
    const callOfName = new RegExp(
      String.raw`(?<![\w${name.startsWith('$') ? '' : '.'}$])${name.replaceAll(/[$.]/g, '\\$&')}(?![\w$])(?!\s*[:=])(?:\??\.(?:rich|markup|raw|has)\b)?(?:\(\s*${KEY}\s*([,)])|\(\s*\`)?`,
      'g',
    )
    let isOpen = false
    for (const { 2: key, 0: whole, index } of text.matchAll(callOfName)) {
      if (key === undefined) {
        isOpen ||= !whole.endsWith('`')
      } else if (isCertain && !/\.has\b/.test(whole) && !hasDefault(text, index + whole.length)) {
        calls.push({ kind: 'i18n', key: scoped(scope, key), at: index + whole.lastIndexOf(key) })
      } else keys.add(key)
    }
    if (isOpen) for (const scope of scopes) if (scope) openScopes.add(scope)
  }
  for (const { 2: key = '', 0: whole, index } of text.matchAll(ATTRIBUTE)) {
    calls.push({ kind: 'i18n', key, at: index + whole.lastIndexOf(key) })
  }
  const scopes = new Set(functions.flatMap(({ scope }) => scope || []))
  return {
    calls,
    possibleKeys,
    scopes: [...scopes].slice(0, MAX_SCOPES),
    openScopes: [...openScopes],
  }
}

/** Matches a second argument with the text of a key that does not exist. */
const DEFAULT = /(?<=,)\s*(?:["'`]|\{[^{}]{0,300}?\bdefaultValue)/y

function hasDefault(text: string, at: number): boolean {
  DEFAULT.lastIndex = at
  return DEFAULT.test(text)
}

/** Returns the whole key of a call in a scope. */
export function scoped(scope: string | undefined, key: string): string {
  return scope ? `${scope}.${key}` : key
}

const ATTRIBUTE =
  /(?:<Trans\b(?:[^>"']|"[^"]{0,200}"|'[^']{0,200}'){0,500}?\si18nKey=\{?\s*|\bv-t="(?=')|:?\bkeypath=)(["'])([^"'$\n]+)\1/g

const NEXT_INTL =
  /\b(?:const|let|var)\s+(\w+)\s*=\s*(?:await\s+)?(?:useTranslations|getTranslations)\s*\(([^()]*)\)/g
const HOOK =
  /\b(?:const|let|var)\s+(?:\{([^{}=]{0,300})\}|\[\s{0,9}(\w+)[^\]=]{0,99}\])\s*=\s*(?:await\s+)?(useTranslation|useI18n)\s*\(((?:[^()]|\([^()]{0,200}\)){0,400})\)/g
const IMPORT = /\bimport\s*\{([^}]{0,300})\}\s*from\s*['"]i18next['"]/
/** Matches texts that a file defines for itself. */
const OWN_TEXTS = /<i18n\b|useScope:\s*['"]local|(?:useI18n\(|\bi18n:)\s*\{[^}]{0,400}messages/

function functionsIn(text: string): TranslatingFunction[] {
  const functions: TranslatingFunction[] = []
  for (const [, name = '', args = ''] of text.matchAll(NEXT_INTL)) {
    functions.push({
      name,
      scope: scopeIn(args, /^\s*(["'`])([^"'`$]*)\1|namespace:\s*(["'`])([^"'`$]*)\3/),
    })
  }
  for (const [, names = '', first, hook, args = ''] of text.matchAll(HOOK)) {
    const isScoped = hook === 'useTranslation' && args.includes('keyPrefix')
    const scope = isScoped ? scopeIn(args, /keyPrefix:\s*(["'`])([^"'`$]*)\1/) : ''
    const [, name = first] = /(?:^|[\s,{])t(?:\s*:\s*(\w+))?\s*(?:,|$)/.exec(names) ?? []
    if (name !== undefined || /(?:^|[\s,])t\s*(?:,|$)/.test(names))
      functions.push({ name: name ?? 't', scope })
  }
  if (OWN_TEXTS.test(text)) return functions.map(({ name }) => ({ name, scope: undefined }))
  const [, imported = ''] = IMPORT.exec(text) ?? []
  if (/\bt\b/.test(imported)) functions.push({ name: 't', scope: '' })
  for (const name of ['$t', '$tc', 'i18n.t', 'i18next.t', 'i18n.global.t']) {
    if (text.includes(`${name}(`)) functions.push({ name, scope: '' })
  }
  return functions
}

/** Returns the text that the pattern captures; `''` without arguments. */
function scopeIn(args: string, pattern: RegExp): string | undefined {
  if (args.trim() === '') return ''
  const [, , first, , second] = pattern.exec(args) ?? []
  return first ?? second
}

/** Matches where a comment of several lines begins: not in a glob or path such as `image/*`. */
const OPENING = /(?<![\w"'`*.@/-])\/\*|<!--/g
const MAX_COMMENT = 2000

/** Returns a test for offsets in comments. Looks at a bounded part of the text each time, since a line may be very long. */
function createCommentTest(text: string): (at: number) => boolean {
  const openings = Array.from(text.matchAll(OPENING), ({ index }) => index)
  return (at) => {
    const start = Math.max(0, at - MAX_COMMENT)
    const before = text.slice(start, at)
    const opening = openings[firstNotBefore(openings.length, (i) => openings[i]! < at) - 1] ?? -1
    const end = text.startsWith('<', opening) ? '-->' : '*/'
    if (opening >= start && !before.includes(end, opening - start)) return true
    const lineBreak = before.lastIndexOf('\n')
    const line = before.slice(lineBreak + 1)
    const isBegun = /^\s*(?:\/\/|\*|\/\*|#(?!\{)|<!--|\{\s*\/\*)/.test(line)
    return (isBegun && (lineBreak >= 0 || start === 0)) || /\s\/\/\s/.test(line)
  }
}
