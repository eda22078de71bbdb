import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where `.ci/install-clients` puts a program around Prometheus' parser. */
const program = join(tmpdir(), 'gitglot-clients/prometheus/bin/openmetrics')

/** Whether that is installed. */
export function hasPrometheus(): boolean {
  return existsSync(program)
}

/** The type of each family of metrics by its name, and how many samples it has. */
export function parseMetrics(input: string): Readonly<Record<string, readonly [string, number]>> {
  return JSON.parse(execFileSync(program, { input, encoding: 'utf8' }))
}
