/**
 * Returns the offer that an `Accept` header asks for, with the parameters of the matching range; undefined if no offer
 * is acceptable. The most specific ranges win, and among them the first offer; weights (`q=`) are ignored.
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

/** Returns the media types of an `Accept` header in order, in lower case and without parameters. */
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
