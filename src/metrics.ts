/** A number that can go up and down, of one thing that is told apart by its labels. */
export interface Gauge {
  /** Snake case with its unit at the end: `gitglot_memory_bytes`. */
  readonly name: string
  /** One sentence, the same for all of one name. */
  readonly help: string
  readonly labels?: Labels
  /** The value now; undefined: not known. Asked for at each reading, so it must be at hand. */
  readonly read: () => number | undefined
}

type Labels = Readonly<Record<string, string>>

/** What is counted; the name is without the `_total` that its samples end with. */
type Counted = Omit<Gauge, 'read'>

/** What the parts of the server report of themselves. */
export interface Metrics {
  /** Adds a gauge, in place of one with its name and labels; the function that it returns takes it away. */
  gauge(gauge: Gauge): () => void
  /** Returns the function that counts one more; the same for a name and labels that are known. */
  counter(counted: Counted): () => void
  /** Returns the function that counts a number of seconds; the same for a name and labels that are known. */
  histogram(counted: Counted): (seconds: number) => void
  /** All values now and those of further gauges, as OpenMetrics (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
  text(more?: readonly Gauge[]): string
}

/** What `gauge` takes for the bytes of memory that a part of the server uses. */
export function memoryGauge(part: string, read: Gauge['read']): Gauge {
  const help = 'Memory that a part of the server uses.'
  return { name: 'gitglot_memory_bytes', help, labels: { part }, read }
}

/** What `gauge` takes for the bytes of the data folder that a part of the server uses. */
export function diskGauge(part: string, read: Gauge['read']): Gauge {
  const help = 'Disk space that a part of the server uses.'
  return { name: 'gitglot_disk_bytes', help, labels: { part }, read }
}

interface Family {
  readonly type: 'gauge' | 'counter' | 'histogram'
  readonly help: string
  /** By what is counted, each the samples that it gives now. */
  readonly parts: Map<string, () => string[]>
}

/** Upper ends of the ranges of a histogram, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600]

/** A registry that nothing reports to yet. */
export function createMetrics(): Metrics {
  const families = new Map<string, Family>()
  const counting = new Map<string, (seconds: number) => void>()

  function addPart(
    { name, help, labels = {} }: Counted,
    type: Family['type'],
    samples: () => string[],
  ): () => void {
    const family = families.get(name) ?? { type, help, parts: new Map() }
    const key = labelsText(labels)
    families.set(name, family)
    family.parts.set(key, samples)
    return () => {
      if (family.parts.get(key) === samples) family.parts.delete(key)
    }
  }

  function once(
    { name, labels = {} }: Counted,
    create: () => (seconds: number) => void,
  ): (seconds: number) => void {
    const key = name + labelsText(labels)
    const value = counting.get(key) ?? create()
    counting.set(key, value)
    return value
  }

  return {
    gauge: (gauge) => addPart(gauge, 'gauge', () => sampleOf(gauge)),
    counter: (counted) =>
      once(counted, () => {
        const { name, labels = {} } = counted
        let total = 0
        addPart(counted, 'counter', () => [`${name}_total${labelsText(labels)} ${total}`])
        return () => {
          total++
        }
      }) as () => void, // It ignores the seconds that a histogram takes.
    histogram: (counted) =>
      once(counted, () => {
        const counts = new Float64Array(SECONDS.length + 1)
        let sum = 0
        addPart(counted, 'histogram', () => histogramSamples(counted, counts, sum))
        return (seconds) => {
          let range = 0
          while (seconds > (SECONDS[range] ?? Number.POSITIVE_INFINITY)) range++
          counts[range] = (counts[range] ?? 0) + 1
          sum += seconds
        }
      }),
    text(more = []) {
      const extra = createExtra(more)
      const shown = [...families, ...extra].filter(([, { parts }]) => parts.size > 0)
      const lines = shown.flatMap(([name, family]) => familyOf(name, family))
      return `${[...lines, '# EOF'].join('\n')}\n`
    },
  }
}

/** Families of gauges alone, whose names are in no other. */
function createExtra(gauges: readonly Gauge[]): ReadonlyMap<string, Family> {
  const families = new Map<string, Family>()
  for (const gauge of gauges) {
    const { name, help, labels = {} } = gauge
    const family = families.get(name) ?? { type: 'gauge', help, parts: new Map() }
    families.set(name, family)
    family.parts.set(labelsText(labels), () => sampleOf(gauge))
  }
  return families
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

/** The labels of a sample, in braces; nothing without any. */
export function labelsText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(text)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
