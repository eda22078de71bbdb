import { languageOfCode } from './code.ts'
import type { Contents } from './contents.ts'
import {
  codesBut,
  type Findings,
  type FormatOptions,
  languageRegexFor,
  type NearMiss,
  type Proposal,
} from './proposal.ts'

/** Glossaries of TBX files (discovery.md, rule 8): bilingual, so one language is enough and there is no template. */
export function findTbx({ sets, contents, sourceLanguage }: FormatOptions): Findings {
  const proposals: Proposal[] = []
  const nearMisses: NearMiss[] = []
  for (const set of sets) {
    const paths = set.files.map(({ path }) => path)
    const miss = (explanation: string) => nearMisses.push({ filemask: set.filemask, explanation })
    const foreign = paths.find((path) => contents.text(path)?.includes('<martif') === false)
    if (foreign !== undefined) {
      miss(`${foreign} is no TBX file: it has no <martif>.`)
      continue
    }
    const found = sourceLanguageOf(paths, contents)
    const isAgreed = found !== undefined
    proposals.push({
      fileFormat: 'tbx',
      filemask: set.filemask,
      template: '',
      intermediate: '',
      sourceLanguage: found ?? sourceLanguage,
      languageRegex: languageRegexFor(set.others),
      isGlossary: true,
      languages: codesBut(set.files),
      notes: [
        'a glossary, which is bilingual and has no template',
        isAgreed
          ? 'its files name the source language themselves'
          : `its files do not agree on a source language, so it is ${sourceLanguage}`,
      ],
    })
  }
  return { proposals, nearMisses }
}

/** The language of the first terms when all files that say it agree; undefined otherwise. */
function sourceLanguageOf(paths: readonly string[], contents: Contents): string | undefined {
  const codes = paths.flatMap((path) => languagesIn(contents.text(path) ?? '')[0] ?? [])
  const languages = new Set(codes.map((code) => languageOfCode(code)?.code))
  return languages.size === 1 ? [...languages][0] : undefined
}

/** Why a TBX file that is in no set cannot be used. */
export function explainLoneTbx(path: string, contents: Contents): NearMiss {
  const languages = new Set(languagesIn(contents.text(path) ?? ''))
  const several =
    languages.size > 2
      ? ` It holds ${languages.size} languages; a component needs a file for each.`
      : ''
  return { filemask: path, explanation: `There is no language in its name.${several}` }
}

/** Codes of the terms' languages, in order of the text. */
function languagesIn(text: string): string[] {
  const matches = text.matchAll(/<langSet\b[^<>]{0,200}?xml:lang\s*=\s*["']([^"'<>]{1,50})["']/g)
  return [...matches].map(([, code = '']) => code)
}
