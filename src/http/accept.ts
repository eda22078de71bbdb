/**
 * The offer that an `Accept` header asks for, and the parameters of the range that matched it; undefined where none is
 * acceptable. The most specific ranges decide, and among them the order of the offers; weights (`q=`) count for nothing.
 */
export function chooseAccepted<Offer extends { readonly type: string }>(
  accept: string,
  offers: readonly Offer[],
): { readonly offer: Offer; readonly parameters: readonly string[] } | undefined {
  const ranges = accept.split(',').map(rangeOf)
  for (const specificity of [3, 2, 1, 0]) {
    const group = ranges.filter((range) => specificityOf(range) === specificity)
    for (const offer of offers) {
      const range = group.find((candidate) => matches(candidate.type, offer.type))
      if (range !== undefined) return { offer, parameters: range.parameters }
    }
  }
  return undefined
}

/** The media types of an `Accept` header in its order, in lower case, without their parameters. */
export function acceptedTypes(accept: string): string[] {
  return accept.split(',').map((range) => rangeOf(range).type)
}

function rangeOf(range: string): { type: string; parameters: string[] } {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  return { type, parameters }
}

function specificityOf({ type, parameters }: { type: string; parameters: readonly string[] }) {
  if (type.startsWith('*')) return 0
  if (type.endsWith('/*')) return 1
  return parameters.every((parameter) => parameter.startsWith('q=')) ? 2 : 3
}

function matches(range: string, type: string): boolean {
  return range === '*/*' || range === type || range === type.replace(/\/.*/, '/*')
}
