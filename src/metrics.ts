/** A number that can go up and down; labels distinguish gauges with the same name. */
export interface Gauge {
  /** Name in snake case, ending with the unit: `gitglot_memory_bytes`. */
  readonly name: string
  /** One sentence, shared by all gauges with the same name. */
  readonly help: string
  readonly labels?: Labels
  /** Returns the current value; undefined if unknown. Called for each request, so it must be fast. */
  readonly read: () => number | undefined
}

type Labels = Readonly<Record<string, string>>

/** A counter or histogram. The name omits the `_total` that its samples have. */
type Counted = Omit<Gauge, 'read'>

/** The metrics of the server's parts. */
export type Metrics = ReturnType<typeof createMetrics>

/** Returns a gauge of the memory or disk space that a part of the server uses, in bytes. */
export function bytesGauge(of: 'memory' | 'disk', part: string, read: Gauge['read']): Gauge {
  const help = `${of === 'memory' ? 'Memory' : 'Disk space'} that a part of the server uses.`
  return { name: `gitglot_${of}_bytes`, help, labels: { part }, read }
}

interface Family {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  /** Maps what is measured to a function that returns its samples. */
  readonly parts: Map<string, () => string[]>
}

type Families = Map<string, Family>

/** Upper bounds of a histogram's buckets, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600]

/** Returns a registry without metrics. */
export function createMetrics() {
  const families: Families = new Map()
  const counting = new Map<string, (value: number) => void>()

  /** Returns the same function for the same name and labels. */
  function once({ name, labels = {} }: Counted, create: () => (value: number) => void) {
    const key = name + labelsText(labels)
    const value = counting.get(key) ?? create()
    counting.set(key, value)
    return value
  }

  return {
    /** Adds a gauge, replacing one with the same name and labels. */
    gauge: (gauge: Gauge) => addPart(families, gauge, 'gauge', () => sampleOf(gauge)),
    counter(counted: Counted): () => void {
      const count = once(counted, () => {
        const { name, labels = {} } = counted
        let total = 0
        addPart(families, counted, 'counter', () => [`${name}_total${labelsText(labels)} ${total}`])
        return (change) => {
          total += change
        }
      })
      return () => count(1)
    },
    /** Returns the function that records a duration in seconds. */
    histogram: (counted: Counted) =>
      once(counted, () => {
        const counts = new Float64Array(SECONDS.length + 1)
        let sum = 0
        addPart(families, counted, 'histogram', () => histogramSamples(counted, counts, sum))
        return (seconds) => {
          let range = 0
          while (seconds > (SECONDS[range] ?? Number.POSITIVE_INFINITY)) range++
          counts[range] = (counts[range] ?? 0) + 1
          sum += seconds
        }
      }),
    /** Writes all values and `more` as OpenMetrics (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
    text(more: readonly Gauge[] = []): string {
      // No other family has the names of these gauges.
      const extra: Families = new Map()
      for (const gauge of more) addPart(extra, gauge, 'gauge', () => sampleOf(gauge))
      const lines = [...families, ...extra].flatMap(([name, family]) => familyOf(name, family))
      return `${[...lines, '# EOF'].join('\n')}\n`
    },
  }
}

function addPart(
  families: Families,
  { name, help, labels = {} }: Counted,
  type: Family['type'],
  samples: () => string[],
): void {
  const family = families.get(name) ?? { type, help, parts: new Map() }
  families.set(name, family)
  family.parts.set(labelsText(labels), samples)
}

function histogramSamples(
  { name, labels = {} }: Counted,
  counts: Float64Array,
  sum: number,
): string[] {
  let total = 0
  const buckets = Array.from(counts, (count, range) => {
    total += count
    const le = SECONDS[range] === undefined ? '+Inf' : String(SECONDS[range])
    return `${name}_bucket${labelsText({ ...labels, le })} ${total}`
  })
  const labelText = labelsText(labels)
  return [...buckets, `${name}_count${labelText} ${total}`, `${name}_sum${labelText} ${sum}`]
}

function familyOf(name: string, { type, help, parts }: Family): string[] {
  const unit = /_(bytes|seconds)$/.exec(name)?.[1]
  return [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escapeText(help)}`,
    ...[...parts.values()].flatMap((samples) => samples()),
  ]
}

function sampleOf({ name, labels = {}, read }: Gauge): string[] {
  const value = read()
  if (value === undefined || !Number.isFinite(value)) return []
  return [`${name}${labelsText(labels)} ${value}`]
}

/** Returns the labels of a sample in braces; `''` if there are none. */
export function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(text)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
