/** A number that can go up and down, of one thing that is told apart by its labels. */
export interface Gauge {
  /** Snake case with its unit at the end: `gitglot_memory_bytes`. */
  readonly name: string
  /** One sentence, the same for all of one name. */
  readonly help: string
  readonly labels?: Readonly<Record<string, string>>
  /** The value now; undefined: not known. Asked for at each reading, so it must be at hand. */
  readonly read: () => number | undefined
}

/** What the parts of the server report of themselves. */
export interface Metrics {
  /** Adds a gauge, in place of one with its name and labels; the function that it returns takes it away. */
  gauge(gauge: Gauge): () => void
  /** All values now, as OpenMetrics (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
  text(): string
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

/** A registry without gauges. */
export function createMetrics(): Metrics {
  const gauges = new Map<string, Gauge>()
  return {
    gauge(gauge) {
      const key = JSON.stringify([gauge.name, gauge.labels])
      gauges.set(key, gauge)
      return () => gauges.delete(key)
    },
    text() {
      const families = new Map<string, Gauge[]>()
      for (const gauge of gauges.values()) {
        families.set(gauge.name, [...(families.get(gauge.name) ?? []), gauge])
      }
      const lines = [...families].flatMap(([name, own]) => familyOf(name, own))
      return `${[...lines, '# EOF'].join('\n')}\n`
    },
  }
}

function familyOf(name: string, gauges: readonly Gauge[]): string[] {
  const unit = /_(bytes|seconds)$/.exec(name)?.[1]
  return [
    `# TYPE ${name} gauge`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escapeText(gauges[0]?.help ?? '')}`,
    ...gauges.flatMap(sampleOf),
  ]
}

function sampleOf({ name, labels = {}, read }: Gauge): string[] {
  const value = read()
  if (value === undefined || !Number.isFinite(value)) return []
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeText(text)}"`)
  return [`${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}`]
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')
}
