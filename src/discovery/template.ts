import {
  type Contents,
  type FileSet,
  namesWithoutCode,
  type SetFile,
  type Template,
} from '../../formats/discovery.ts'
import type { Entry, EntryReader } from '../../formats/entry.ts'
import type { FileTree } from '../reading/file-tree.ts'
import { baseCode, languageOfCode } from './language-code.ts'
import { languageOfText } from './text-language.ts'

interface TemplateOptions {
  readonly tree: FileTree
  readonly set: FileSet
  readonly contents: Contents
  readonly format: EntryReader
  readonly sourceLanguage: string
}

/**
 * Finds the template of a set: the source language's file, else that of one of its regions, else the file named like
 * the mask without its star, else the only file that has all keys of the others and more. Prefers the file without a
 * language if programs fall back to it, because it has more keys or is in another language. Returns undefined if there
 * is none.
 */
export function findTemplate(options: TemplateOptions): Template | undefined {
  const template = ofSourceLanguage(options)
  const bare = ofNoLanguage(options)
  if (template && bare && !isFallback(bare, template, options)) return template
  return (bare && template ? bare : template) ?? ofCopy(options) ?? bare ?? ofKeys(options)
}

function ofSourceLanguage(options: TemplateOptions): Template | undefined {
  const { set, sourceLanguage, contents, format } = options
  const sourceCode = languageOfCode(sourceLanguage)?.code ?? sourceLanguage
  // A file whose keys have no texts is that of a language in which the keys are the texts.
  const files = set.files.filter(({ path, code }) => {
    if (BASE.test(code)) return false
    const entries = contents.entries(path, format) ?? []
    return entries.length === 0 || entries.some(({ target }) => target !== '')
  })
  const named = files.filter(({ language }) => language?.code === sourceCode)
  const file = named.find(({ code }) => code === sourceLanguage) ?? named[0]
  if (file) return { path: file.path, sourceLanguage, reason: 'the file of the source language' }
  const base = baseCode(sourceLanguage)
  const regions = files.filter(({ code, language }) => language && baseCode(code) === base)
  const region = regions.toSorted((a, b) => regionRank(a) - regionRank(b))[0]
  if (!region?.language) return undefined
  const { path, language } = region
  const reason = `the source language's file for ${language.name}`
  return { path, sourceLanguage: language.code, reason }
}

/** Ranks American English before British before other English; otherwise, paths decide. */
function regionRank({ language }: SetFile): number {
  const rank = ['en_US', 'en_GB'].indexOf(language?.code ?? '')
  return rank < 0 ? 2 : rank
}

/** Finds a copy of the source language's file: `_en` next to `de`. */
function ofCopy({ set, sourceLanguage }: TemplateOptions): Template | undefined {
  const sourceCode = languageOfCode(sourceLanguage)?.code
  const isSource = (code: string) => languageOfCode(code, sourceLanguage)?.code === sourceCode
  const file = set.others.find(({ kind, code }) => kind === 'copy' && isSource(code.slice(1)))
  if (!file) return undefined
  const reason = "the source language's file, with an underscore"
  return { path: file.path, sourceLanguage, reason }
}

/** Names of files to which programs fall back. */
const BASE = /^(?:base|default|source|src)$/i

function ofNoLanguage(options: TemplateOptions): Template | undefined {
  const { tree, set } = options
  const isFile = (name: string) => tree.resolve(name).kind === 'file'
  const named = namesWithoutCode(set.filemask).find(isFile)
  const path = named ?? set.files.find(({ code }) => BASE.test(code))?.path
  if (path === undefined) return undefined
  const reason = named
    ? 'the file named like the filemask without a language'
    : 'the file of the default language'
  return { path, sourceLanguage: languageOfTemplate(path, set.files, options), reason }
}

/** Returns whether a file without a language has more texts than the source language's, or another language. */
function isFallback(
  bare: Template,
  template: Template,
  { contents, format, sourceLanguage }: TemplateOptions,
): boolean {
  const bareKeys = contents.keys(bare.path, format)
  const keys = contents.keys(template.path, format)
  if (!bareKeys?.size) return false
  if (!keys?.size) return true
  const shared = [...keys].filter((key) => bareKeys.has(key)).length
  if (shared * 2 < keys.size) return false
  return bareKeys.size > keys.size || baseCode(bare.sourceLanguage) !== baseCode(sourceLanguage)
}

const UNDETERMINED = 'und'

/**
 * Returns the language of a template that names none: by its script, else the source language. But if the source
 * language has a translation that is not a copy, the template's words decide.
 */
export function languageOfTemplate(
  template: string,
  files: readonly SetFile[],
  { contents, format, sourceLanguage }: Omit<TemplateOptions, 'tree' | 'set'>,
): string {
  const entries = contents.entries(template, format) ?? []
  const sourceCode = languageOfCode(sourceLanguage)?.code
  const setFile = files.find((file) => file.path !== template && file.language?.code === sourceCode)
  const isTranslated =
    setFile !== undefined && !areCopies(entries, contents.entries(setFile.path, format) ?? [])
  const taken = new Set(files.map(({ language }) => language?.code))
  const isWanted = isTranslated
    ? (code: string) => !taken.has(code)
    : (code: string) => code === sourceLanguage
  const texts = entries.map(({ target }) => target)
  return languageOfText(texts, isWanted) ?? (isTranslated ? UNDETERMINED : sourceLanguage)
}

/** Returns whether two files have equal texts for most of their common keys, or nothing in common. */
function areCopies(entries: readonly Entry[], others: readonly Entry[]): boolean {
  const texts = new Map(others.map(({ context, target }) => [context, target]))
  const shared = entries.filter(({ context }) => texts.get(context))
  return (
    shared.filter((entry) => texts.get(entry.context) === entry.target).length * 2 >= shared.length
  )
}

function ofKeys({ set, contents, format }: TemplateOptions): Template | undefined {
  const keyedFiles = set.files.flatMap((file) => {
    const keys = contents.keys(file.path, format)
    return keys && file.language ? [{ ...file, language: file.language, keys }] : []
  })
  const [largest, second] = keyedFiles.toSorted((a, b) => b.keys.size - a.keys.size)
  if (!largest || !second || largest.keys.size === second.keys.size) return undefined
  for (const { keys } of keyedFiles) {
    for (const key of keys) if (!largest.keys.has(key)) return undefined
  }
  const { path, language } = largest
  const reason = 'the file that has all keys of the other files'
  return { path, sourceLanguage: language.code, reason, isGuess: true }
}
