import { pathInProject } from '../../catalog/paths.ts'
import { parseFlags } from '../../checks/flags.ts'
import type { ComponentConfig } from '../../config/config.ts'
import { compilePython } from '../../regexp/python.ts'
import type { Placed, Side } from './side.ts'

/** A component, and what it was at a base; undefined if it was not there. */
export interface Pair {
  readonly now: Placed
  readonly former: Placed | undefined
  /** Whether it was found in the files: else the configuration names it. */
  readonly isFound: boolean
}

/** The files of the change and those of its base. */
export interface Sides {
  readonly now: Side
  readonly before: Side
}

/** Pairs components with those of a base: by their filemask, by what moved files hold, then by their names. */
export function pairUp(
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

/** Whether most files of a component on one side are not on the other. */
function isLeft(component: Placed, side: Side, other: Side): boolean {
  return 2 * other.filesOf(component).length <= side.filesOf(component).length
}

/** How much of the smaller of two components the other has, too, for one to be the other: as Git takes files for renamed. */
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

/**
 * A component that was found, as the base has it too: its format and its template where they still fit the files, and
 * all styles of placeholders.
 */
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

/** What the base chose, of a moved component without its paths. */
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

/** The expression of today, unless it leaves a language out that the base has. */
function languageRegexOf(config: ComponentConfig, former: Placed, before: Side): string {
  const expression = compilePython(config.languageRegex)
  const isAll = before
    .filesOf(former)
    .every(({ code, isSource }) => isSource || expression.test(code))
  return isAll ? config.languageRegex : former.config.languageRegex
}

/** What is to be read of a component at its base: with the settings of today, where its files were. */
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

/** Whether a component that is found no more has files that no other component has. */
export function isStillThere(component: Placed, pairs: readonly Pair[], { now }: Sides): boolean {
  const { template } = component.config
  if (template !== '' && !now.hasFile(template)) return false
  const taken = new Set(pairs.flatMap((pair) => now.filesOf(pair.now).map(({ path }) => path)))
  return now.filesOf(component).some(({ path }) => !taken.has(path))
}

/** Styles of names in single braces that the check of ICU messages knows, and whose own checks take such messages apart. */
const IN_ICU_MESSAGES: ReadonlySet<string> = new Set(['vue-format', 'c-sharp-format'])

/**
 * The flags of a component with those that were found for it in former files: a change that breaks the placeholders of
 * many texts would otherwise switch off their check.
 */
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
