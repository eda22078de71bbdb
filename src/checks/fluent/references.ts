import { type Expression, type Pattern, serializeExpression } from '@fluent/syntax'

/** Patterns with more variants are not compared. */
const MAX_VARIANTS = 64

/** The references of a pattern in each of its variants; those of selectors are separate. */
interface References {
  readonly variants: readonly (readonly string[])[]
  readonly selectors: ReadonlySet<string>
}

/**
 * Names that only one side has. Both lists are empty if the names are the same, but not as frequent or not in every
 * variant.
 */
export interface ReferenceDifference {
  readonly missing: readonly string[]
  readonly added: readonly string[]
}

/**
 * Compares the messages, terms and variables to which two patterns refer; returns undefined if they are the same and
 * equally frequent. With selectors, each variant must have an equal variant on the other side; a selector's own
 * references need not occur in its variants.
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
    // Most elements have a single variant. Copying all earlier names for each would take quadratic time.
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
