import { quote } from '../sentence.ts'
import type { IcuArgument } from './parser.ts'

/** Rules that `icu-flags` can disable, by their names there. */
type IcuRule =
  | 'require_other'
  | 'extra'
  | 'missing'
  | 'plural_selectors'
  | 'submessage_selectors'
  | 'types'
  | 'tags'

/** An argument that breaks a rule. */
export interface IcuFault {
  readonly rule: IcuRule
  /** First use of the argument: in the source if it is missing, otherwise in the translation. */
  readonly argument: IcuArgument
  /** Continues a sentence after the argument's name: "is not in the source". Empty if the argument is missing. */
  readonly predicate: string
}

/** Facts about all uses of a name in a message. A fact on which the uses disagree is undefined. */
interface Facts {
  readonly first: IcuArgument
  readonly types: Set<string>
  /** Uses without a type count only if there are no others. */
  isNumber: boolean | undefined
  isTag: boolean | undefined
  isEmpty: boolean | undefined
  readonly selectors: Set<string>
  readonly pluralSelectors: Set<string>
}

const NUMBERS: ReadonlySet<string> = new Set(['number', 'plural', 'selectordinal'])
const CATEGORIES: ReadonlySet<string> = new Set(['zero', 'one', 'two', 'few', 'many', 'other'])

/** Returns the rules that a translation's arguments break, starting with missing arguments. */
export function findFaults(
  source: readonly IcuArgument[],
  target: readonly IcuArgument[],
  isOff: (rule: IcuRule) => boolean,
): readonly IcuFault[] {
  const expected = collect(source)
  const targetFacts = collect(target)
  const faults: IcuFault[] = []
  for (const [name, { first }] of isOff('missing') ? [] : expected) {
    if (!targetFacts.has(name)) faults.push({ rule: 'missing', argument: first, predicate: '' })
  }
  for (const [name, facts] of targetFacts) {
    const { first } = facts
    const report = (rule: IcuRule, predicate: string): void => {
      if (!isOff(rule)) faults.push({ rule, argument: first, predicate })
    }
    if (facts.selectors.size > 0 && !facts.selectors.has('other')) {
      report('require_other', 'has no option `other`')
    }
    const model = expected.get(name)
    if (model === undefined) report('extra', 'is not in the source')
    else compareFacts(model, facts, report)
  }
  return faults
}

function compareFacts(
  source: Facts,
  target: Facts,
  report: (rule: IcuRule, predicate: string) => void,
): void {
  const { types, selectors } = target
  const noCategory = [...target.pluralSelectors].find((each) => !isCategory(each))
  if (noCategory !== undefined) {
    const predicate = `has the option ${quote(noCategory)}, which is not a plural category`
    report('plural_selectors', predicate)
  }
  if (types.has('select') && source.types.has('select') && source.selectors.size > 0) {
    const wrong = [...selectors].find((each) => !source.selectors.has(each))
    if (wrong !== undefined) {
      const predicate = `has the option ${quote(wrong)}, which the source does not have`
      report('submessage_selectors', predicate)
    }
  }
  const isRightType = source.isNumber
    ? target.isNumber === true
    : [...types].every((type) => source.types.has(type))
  if (!isRightType) {
    report('types', `is ${nameOfTypes(types)}, but ${nameOfTypes(source.types)} in the source`)
  }
  if ((source.isTag === true) !== (target.isTag === true)) {
    const where = source.isTag === true ? 'source' : 'translation'
    report('tags', `is a tag only in the ${where}`)
  } else if ((source.isEmpty === true) !== (target.isEmpty === true)) {
    const where = source.isEmpty === true ? 'source' : 'translation'
    report('tags', `is empty only in the ${where}`)
  }
}

function nameOfTypes(types: ReadonlySet<string>): string {
  return types.size === 0 ? 'without type' : `of type ${[...types].join(' and ')}`
}

/** Recursive, since the parser limits the depth. */
function collect(
  uses: readonly IcuArgument[],
  byName = new Map<string, Facts>(),
): Map<string, Facts> {
  for (const use of uses) {
    addUse(byName, use)
    for (const inside of use.options.values()) collect(inside, byName)
    collect(use.content, byName)
  }
  return byName
}

function addUse(byName: Map<string, Facts>, use: IcuArgument): void {
  const { kind, name } = use
  const isCount = kind === 'placeholder' && name === 'count'
  const type = use.type ?? (isCount ? 'number' : undefined)
  const isNumber = type !== undefined && NUMBERS.has(type)
  const isTag = kind === 'tag'
  const { isEmpty } = use
  let facts = byName.get(name)
  if (facts === undefined) {
    const sets = { types: new Set<string>(), selectors: new Set<string>() }
    facts = { first: use, isNumber, isTag, isEmpty, ...sets, pluralSelectors: new Set<string>() }
    byName.set(name, facts)
  } else {
    if (type !== undefined) {
      facts.isNumber = facts.types.size === 0 ? isNumber : merge(facts.isNumber, isNumber)
    }
    facts.isTag = merge(facts.isTag, isTag)
    facts.isEmpty = merge(facts.isEmpty, isEmpty)
  }
  if (type !== undefined) facts.types.add(type)
  for (const selector of use.options.keys()) {
    facts.selectors.add(selector)
    if (type === 'plural' || type === 'selectordinal') facts.pluralSelectors.add(selector)
  }
}

function isCategory(selector: string): boolean {
  return CATEGORIES.has(selector) || selector.startsWith('=')
}

/** Disagreement makes a fact undefined; as in Weblate, a further `false` makes it false. */
function merge(current: boolean | undefined, next: boolean): boolean | undefined {
  if (current === undefined) return next ? undefined : false
  return current === next ? current : undefined
}
