import type { Bench, Row } from './bench.ts'
import { runInTurn } from './run.ts'
import { configText, filesOf } from './sample.ts'

/**
 * Checks of all units of a component, against parsing its files; each side in a process that has done neither yet, in time of
 * the processor: neither waits for anything. */
export const checks: Bench = {
  name: 'checks',
  async rows(setting) {
    const rows: Row[] = []
    for (const sample of setting.samples) {
      const { repo, name, settings } = sample
      const oids = filesOf(sample).map(({ oid }) => oid)
      const [checking = [], parsing = []] = await runInTurn(setting, [
        { name: 'check', argument: configText(sample) },
        { name: 'parse', argument: { repo, format: settings.file_format, oids } },
      ])
      rows.push({
        what: `checking ${name}`,
        unit: 'ms',
        ours: checking.map(({ milliseconds }) => milliseconds),
        otherName: 'parsing its files',
        others: parsing.map(({ milliseconds }) => milliseconds),
        target: { atMost: 5 },
      })
    }
    return rows
  },
}
