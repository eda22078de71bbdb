import { parseFlags } from '../../checks/flags.ts'
import type { ComponentConfig, ProjectConfig } from '../../config/config.ts'
import { ParseError, RepositoryError, unless } from '../../errors.ts'
import type { Repository } from '../../git/repository.ts'
import { pathInProject } from '../../model/paths.ts'
import { matchesIn } from '../../reading/component.ts'
import { type FileTree, fileTreeOfCommit } from '../../reading/file-tree.ts'
import type { MatchedFile } from '../../reading/filemask.ts'
import { readContent } from '../../reading/read-content.ts'
import { readEntries } from '../../reading/read-entries.ts'
import { formatOf } from '../../reading/translation-file.ts'
import { compilePython } from '../../regexp/python.ts'

/** A component and its counterpart at a base; undefined if it did not exist there. */
export interface Pair {
  readonly now: Placed
  readonly former: Placed | undefined
  /** Whether discovery found the component; otherwise the configuration lists it. */
  readonly isFound: boolean
}

/** The files of a change and of its base. */
export interface Sides {
  readonly now: Side
  readonly before: Side
}

/** Pairs components with those of a base: by filemask, by the content of moved files, then by name. */
export function pairComponents(
  now: readonly Placed[],
  former: readonly Placed[],
  sides: Sides,
): Omit<Pair, 'isFound'>[] {
  const pairs = new Map(now.map((placed) => [placed, sameFiles(placed, former)]))
  const left = () => now.filter((placed) => pairs.get(placed) === undefined)
  const used = new Set(pairs.values())
  const moved = former.filter(
    (placed) => !used.has(placed) && isLeft(placed, sides.before, sides.now),
  )
  for (const placed of left()) {
    const came = isLeft(placed, sides.now, sides.before)
    pairs.set(placed, came ? mostAlike(placed, moved, sides) : undefined)
  }
  const siblings = new Set(pairs.values())
  const others = former.filter((placed) => !siblings.has(placed))
  for (const placed of left()) {
    const name = pathInProject(placed.config)
    pairs.set(
      placed,
      others.find(({ config }) => pathInProject(config) === name),
    )
  }
  return [...pairs].map(([placed, other]) => ({ now: placed, former: other }))
}

function sameFiles({ config }: Placed, former: readonly Placed[]): Placed | undefined {
  const same = former.filter((placed) => placed.config.filemask === config.filemask)
  return same.find((placed) => placed.config.template === config.template) ?? same[0]
}

/** Returns whether most files of a component on one side are missing on the other. */
function isLeft(component: Placed, side: Side, other: Side): boolean {
  return 2 * other.filesOf(component).length <= side.filesOf(component).length
}

/** The minimum share of the smaller component's texts to pair it by content, as in Git's rename detection. */
const LEAST_ALIKE = 0.5

function mostAlike(
  component: Placed,
  former: readonly Placed[],
  { now, before }: Sides,
): Placed | undefined {
  let [best, most]: [Placed | undefined, number] = [undefined, LEAST_ALIKE]
  if (former.length === 0) return undefined
  const parts = now.partsOf(component)
  for (const placed of former) {
    const others = before.partsOf(placed)
    const shared = [...parts].filter((part) => others.has(part)).length
    const share = shared / Math.min(parts.size, others.size)
    if (share >= most) [best, most] = [placed, share]
  }
  return best
}

/** Applies the base's format and template if they still fit the files, and its placeholder styles, to a component. */
export function decidedByBase({ now, former }: Omit<Pair, 'isFound'>, sides: Sides): Pair {
  if (former === undefined) return { now, former, isFound: true }
  const discovered = now.config
  const asBefore = { ...discovered, ...choicesOf(discovered, former.config, sides.now) }
  const canReadAsBefore =
    (asBefore.template === '' || sides.now.hasFile(asBefore.template)) &&
    sides.now.canRead({ ...now, config: asBefore })
  const config = {
    ...(canReadAsBefore ? asBefore : discovered),
    languageRegex: languageRegexOf(discovered, former, sides.before),
    checkFlags: withFormerFlags(discovered.checkFlags, former.config.checkFlags),
  }
  return { now: { ...now, config }, former, isFound: true }
}

/** Returns the settings that the base chose; for a moved component without its paths. */
function choicesOf(
  config: ComponentConfig,
  former: ComponentConfig,
  now: Side,
): Partial<ComponentConfig> {
  const { fileFormat, fileFormatParams, isGlossary, intermediate, newBase } = former
  const { template, sourceLanguage } = former
  if (config.filemask !== former.filemask) {
    const isSameWay = (config.template === '') === (template === '')
    return isSameWay ? { fileFormat, fileFormatParams, isGlossary } : {}
  }
  return {
    ...{ fileFormat, fileFormatParams, template, sourceLanguage, isGlossary },
    intermediate: now.hasFile(intermediate) ? intermediate : config.intermediate,
    newBase: now.hasFile(newBase) ? newBase : config.newBase,
  }
}

/** Returns the current regular expression, unless it excludes a language that the base has. */
function languageRegexOf(config: ComponentConfig, former: Placed, before: Side): string {
  const expression = compilePython(config.languageRegex)
  const isAll = before
    .filesOf(former)
    .every(({ code, isSource }) => isSource || expression.test(code))
  return isAll ? config.languageRegex : former.config.languageRegex
}

/** Returns the settings to read a component at its base: the current settings with the former paths. */
export function formerConfig({ now, former }: Pair, { before }: Sides): ComponentConfig {
  const config = now.config
  if (former === undefined) return config
  const { fileFormat, fileFormatParams, filemask, languageRegex } = former.config
  const { template, intermediate, newBase } = former.config
  const format = { fileFormat, fileFormatParams }
  const there = { ...config, ...format, filemask, template, intermediate, newBase, languageRegex }
  if (config.filemask !== filemask) return there
  const wasThere = (path: string) => path === '' || before.hasFile(path)
  const isSame = [config.template, config.intermediate, config.newBase].every(wasThere)
  return isSame && before.canRead({ ...now, config }) ? config : there
}

/** Returns whether a component that discovery no longer finds still has files that no other component claims. */
export function isStillThere(component: Placed, pairs: readonly Pair[], { now }: Sides): boolean {
  const { template } = component.config
  if (template !== '' && !now.hasFile(template)) return false
  const taken = new Set(pairs.flatMap((pair) => now.filesOf(pair.now).map(({ path }) => path)))
  return now.filesOf(component).some(({ path }) => !taken.has(path))
}

/** Placeholder styles with single braces, which the check of ICU messages covers; their own checks misread ICU messages. */
const IN_ICU_MESSAGES: ReadonlySet<string> = new Set(['vue-format', 'c-sharp-format'])

/** Adds the flags of the former files: a change that breaks many placeholders must not turn off their check. */
function withFormerFlags(now: string, former: string): string {
  const [flags, before] = [parseFlags(now), parseFlags(former)]
  const names = new Set([...before.keys(), ...flags.keys()])
  const isTaken = (flag: string) =>
    names.has('icu-message-format') &&
    IN_ICU_MESSAGES.has(flag) &&
    flags.has(flag) !== before.has(flag)
  const added = [...before.keys()].filter((flag) => !flags.has(flag) && !isTaken(flag))
  const dropped = [...flags.keys()].filter(isTaken).map((flag) => `discard:${flag}`)
  return [...added, now, ...dropped].filter(Boolean).join(', ')
}

/** A component and its project. */
export interface Placed {
  readonly project: ProjectConfig
  readonly config: ComponentConfig
}

/** The files at a commit or on disk, read on demand. */
export class Side {
  readonly #repository: Repository
  readonly #tree: FileTree
  readonly #files = new Map<ComponentConfig, readonly MatchedFile[]>()

  constructor(repository: Repository, oid: string) {
    this.#repository = repository
    this.#tree = fileTreeOfCommit(repository, repository.readCommit(oid).tree)
  }

  hasFile(path: string): boolean {
    return this.#tree.resolve(path).kind === 'file'
  }

  /** Returns the existing files of a component, including its template. */
  filesOf({ project, config }: Placed): readonly MatchedFile[] {
    const cached = this.#files.get(config)
    if (cached !== undefined) return cached
    const repository = this.#repository
    const { files } = matchesIn(this.#tree, { config, project, repository }, [])
    const filesAtCommit = files.filter(({ real }) => real !== undefined)
    this.#files.set(config, filesAtCommit)
    return filesAtCommit
  }

  /** Returns whether the template of a component, or else its first file, parses in its format; true without a file. */
  canRead(component: Placed): boolean {
    const { config } = component
    const [file] = this.filesOf(component)
    if (file?.real === undefined) return true
    const format = formatOf(config)
    const options = { languageCode: file.code, isMonolingual: config.template !== '' }
    const { oid } = file.real
    const read = () => readEntries(format, readContent(this.#repository, format, oid), options)
    return unless(read, ParseError, RepositoryError) !== undefined
  }

  /** Returns the fragments of a component's files that are long enough to identify a file. */
  partsOf(component: Placed): ReadonlySet<string> {
    const parts = new Set<string>()
    const format = formatOf(component.config)
    for (const { real } of this.filesOf(component)) {
      if (real === undefined) continue
      const text = readContent(this.#repository, format, real.oid).toString('latin1')
      for (const [part] of text.matchAll(/[^\n,>]{6,}/g)) parts.add(part.trim())
    }
    return parts
  }
}
