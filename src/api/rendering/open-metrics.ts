import { labelsText } from '../../metrics.ts'
import { type JsonList, JsonNumber } from './json.ts'

/** A metric with one sample for each set of labels. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly samples: JsonList<Sample> | readonly Sample[]
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>
  readonly value: number | JsonNumber
}

/** Formats gauges as OpenMetrics lines (https://prometheus.io/docs/specs/om/open_metrics_spec/). */
export function* openMetricsLines(gauges: readonly Gauge[]): Generator<string> {
  for (const { name, help, samples } of gauges) {
    yield `# HELP ${name} ${help}\n# TYPE ${name} gauge\n`
    for (const { labels, value } of samples) {
      const text = value instanceof JsonNumber ? value.text : String(value)
      yield `${name}${labelsText(labels)} ${text}\n`
    }
  }
  yield '# EOF\n'
}
