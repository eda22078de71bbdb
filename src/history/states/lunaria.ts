import type { ComponentConfig } from '../../config/config.ts'
import { unless } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { WORK_TREE_OID } from '../../git/work-tree.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { compileRegExp } from '../../regexp/compile.ts'
import { escapeRegExp } from '../../regexp/pattern.ts'
import type { Step } from '../timeline/timeline.ts'

/** Whether a step's change of a unit counts, judging by the commit message. */
export type IsTracked = (
  step: Step,
  file: { readonly path: string; readonly code?: string },
  context: string,
) => boolean

/** As Lunaria has them: https://lunaria.dev/configuration/tracking-options/ */
const IGNORED_SUBJECT = /^[^\n]*lunaria-ignore(?!:)/i
const DIRECTIVE = /@lunaria-(track|ignore):([^\n]*)/

/**
 * Implements Lunaria's rule for documents: `@lunaria-ignore` in a commit's subject skips the whole commit,
 * `@lunaria-ignore:PATHS` the documents at these paths, and `@lunaria-track:PATHS` all others. In other components
 * everything counts.
 */
export function createLunariaRule(repository: Repository, config: ComponentConfig): IsTracked {
  const { textOf, folder, pathOf } = formatOf(config)
  if (textOf === undefined) return () => true
  const rules = new Map<string, (path: string) => boolean>()
  return ({ commit }, { path, code }, context) => {
    let rule = rules.get(commit)
    if (rule === undefined) {
      const { message } = commit === WORK_TREE_OID ? { message: '' } : repository.readCommit(commit)
      rule = ruleOf(message)
      rules.set(commit, rule)
    }
    const name = code === undefined || pathOf === undefined ? context : pathOf(context, code)
    return rule(folder === undefined ? path : `${path}/${name}`)
  }
}

function ruleOf(message: string): (path: string) => boolean {
  if (IGNORED_SUBJECT.test(message)) return () => false
  const [, directive, paths = ''] = DIRECTIVE.exec(message) ?? []
  if (directive === undefined) return () => true
  const globs = paths.split(';').map((glob) => createPathTest(glob.trim()))
  const isTrack = directive === 'track'
  return (path) => globs.some((test) => test(path)) === isTrack
}

const GLOB = /\*\*\/?|[*?,{}()|]|[^*?,{}()|]+/g
const TOKENS: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '?': '[^/]',
  '{': '(?:',
  '}': ')',
  '(': '(?:',
  ')': ')',
  '|': '|',
  ',': '|',
}

/** Creates a test for the paths that a glob with `**` and alternatives matches; none for an invalid glob. */
function createPathTest(glob: string): (path: string) => boolean {
  const tokens = glob.includes('{') ? TOKENS : { ...TOKENS, ',': ',' }
  const parts = (glob.match(GLOB) ?? []).map((token) => tokens[token] ?? escapeRegExp(token))
  const source = `^(?:${parts.join('')})$`
  const expression = unless(() => compileRegExp({ source, ignoreCase: false }), SyntaxError)
  return (path) => expression?.test(path) === true
}
