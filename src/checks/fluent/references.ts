import { type Expression, type Pattern, serializeExpression } from '@fluent/syntax'

/** More variants than this are not compared. */
const MAX_VARIANTS = 64

/** What a pattern refers to, for each way its selectors can go; selectors count apart. */
interface References {
  readonly variants: readonly (readonly string[])[]
  readonly selectors: ReadonlySet<string>
}

/** Names that one side alone has; none where both have the same ones, but not as often or not in each variant. */
export interface ReferenceDifference {
  readonly missing: readonly string[]
  readonly added: readonly string[]
}

/**
 * How the messages, terms and variables that two patterns refer to differ; undefined: they are the same, as often. With
 * selectors each variant needs one like it on the other side; what a selector names may be in its variants or not.
 */
export function compareReferences(
  source: Pattern,
  target: Pattern,
): ReferenceDifference | undefined {
  const [references, other] = [referencesOf(source), referencesOf(target)]
  if (references === undefined || other === undefined) return undefined
  const optional = new Set([...references.selectors, ...other.selectors])
  const variantsOf = ({ variants }: References) =>
    variants.map((names) => names.filter((name) => !optional.has(name)).sort())
  const [left, right] = [variantsOf(references), variantsOf(other)]
  const [ways, others] = [left, right].map(
    (paths) => new Set(paths.map((names) => names.join(' '))),
  )
  if (ways!.size === others!.size && [...ways!].every((way) => others!.has(way))) return undefined
  const [names, otherNames] = [new Set(left.flat()), new Set(right.flat())]
  return {
    missing: [...names].filter((name) => !otherNames.has(name)),
    added: [...otherNames].filter((name) => !names.has(name)),
  }
}

/** Undefined for too many variants. */
function referencesOf(pattern: Pattern): References | undefined {
  const selectors = new Set<string>()
  const variants = variantsOf(pattern, selectors)
  return variants && { variants, selectors }
}

function variantsOf(pattern: Pattern, selectors: Set<string>): string[][] | undefined {
  let paths: string[][] = [[]]
  for (const element of pattern.elements) {
    if (element.type !== 'Placeable') continue
    const elementWays = waysOf(element.expression, selectors)
    if (elementWays === undefined || paths.length * elementWays.length > MAX_VARIANTS)
      return undefined
    const [only] = elementWays
    if (elementWays.length > 1)
      paths = paths.flatMap((before) => elementWays.map((names) => [...before, ...names]))
    // Most have one way: to copy all that came before for each takes time quadratic in their number.
    else for (const names of paths) for (const name of only ?? []) names.push(name)
  }
  return paths
}

function waysOf(expression: Expression, selectors: Set<string>): string[][] | undefined {
  switch (expression.type) {
    case 'SelectExpression': {
      const { selector, variants } = expression
      if (selector.type === 'VariableReference') selectors.add(serializeExpression(selector))
      const ways = variants.map(({ value }) => variantsOf(value, selectors))
      return ways.every((way) => way !== undefined) ? ways.flat() : undefined
    }
    case 'Placeable':
      return waysOf(expression.expression, selectors)
    case 'FunctionReference':
      return [
        expression.arguments.positional.flatMap(
          (argument) => waysOf(argument, selectors)?.flat() ?? [],
        ),
      ]
    case 'VariableReference':
    case 'MessageReference':
      return [[serializeExpression(expression)]]
    case 'TermReference':
      return [
        [`-${expression.id.name}${expression.attribute ? `.${expression.attribute.name}` : ''}`],
      ]
    default:
      return [[]]
  }
}
