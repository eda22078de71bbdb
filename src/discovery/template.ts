import {
  type Contents,
  type FileSet,
  namesWithoutCode,
  type SetFile,
  type Template,
} from '../../formats/discovery.ts'
import type { EntryReader } from '../../formats/entry.ts'
import type { FileTree } from '../catalog/reading/file-tree.ts'
import { baseCode, languageOfCode } from './code.ts'

interface TemplateOptions {
  readonly tree: FileTree
  readonly set: FileSet
  readonly contents: Contents
  readonly format: EntryReader
  readonly sourceLanguage: string
}

/**
 * The template of a set (discovery.md, rule 4): the source language's file, else that of one of its regions, else the
 * file named like the mask without its star, else the one file that has all keys of the others and more. Undefined when
 * there is none.
 */
export function findTemplate(options: TemplateOptions): Template | undefined {
  return ofSourceLanguage(options) ?? ofCopy(options) ?? ofMask(options) ?? ofKeys(options)
}

function ofSourceLanguage({ set, sourceLanguage }: TemplateOptions): Template | undefined {
  const wanted = languageOfCode(sourceLanguage)?.code ?? sourceLanguage
  const files = set.files.filter(({ language }) => language?.code === wanted)
  const file = files.find(({ code }) => code === sourceLanguage) ?? files[0]
  if (file) return { path: file.path, sourceLanguage, reason: 'the file of the source language' }
  const base = baseCode(sourceLanguage)
  const regions = set.files.filter(({ code, language }) => language && baseCode(code) === base)
  const region = regions.toSorted((a, b) => regionRank(a) - regionRank(b))[0]
  if (!region?.language) return undefined
  const { path, language } = region
  const reason = `the source language's file for ${language.name}`
  return { path, sourceLanguage: language.code, reason }
}

/** American before British before other English; otherwise by path. */
function regionRank({ language }: SetFile): number {
  const rank = ['en_US', 'en_GB'].indexOf(language?.code ?? '')
  return rank < 0 ? 2 : rank
}

/** `_en` beside `de`. */
function ofCopy({ set, sourceLanguage }: TemplateOptions): Template | undefined {
  const wanted = languageOfCode(sourceLanguage)?.code
  const isSource = (code: string) => languageOfCode(code, sourceLanguage)?.code === wanted
  const file = set.others.find(({ kind, code }) => kind === 'copy' && isSource(code.slice(1)))
  if (!file) return undefined
  const reason = 'the source language with an underscore'
  return { path: file.path, sourceLanguage, reason }
}

function ofMask({ tree, set, sourceLanguage }: TemplateOptions): Template | undefined {
  const isFile = (name: string) => tree.resolve(name).kind === 'file'
  const path = namesWithoutCode(set.filemask).find(isFile)
  if (path === undefined) return undefined
  return { path, sourceLanguage, reason: 'named like the mask without a language' }
}

function ofKeys({ set, contents, format }: TemplateOptions): Template | undefined {
  const known = set.files.flatMap((file) => {
    const keys = contents.keys(file.path, format)
    return keys && file.language ? [{ ...file, language: file.language, keys }] : []
  })
  const [largest, second] = known.toSorted((a, b) => b.keys.size - a.keys.size)
  if (!largest || !second || largest.keys.size === second.keys.size) return undefined
  for (const { keys } of known) {
    for (const key of keys) if (!largest.keys.has(key)) return undefined
  }
  const { path, language } = largest
  return { path, sourceLanguage: language.code, reason: 'the file that has all keys of the others' }
}
