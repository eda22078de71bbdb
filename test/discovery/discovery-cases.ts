import { readFileSync } from 'node:fs'
import { type Discovery, discover } from '../../src/discovery/discover.ts'

export interface DiscoveryCase {
  readonly id: string
  readonly about: string
  readonly source_language?: string
  readonly files: readonly string[]
  readonly contents?: Readonly<Record<string, string>>
  readonly results: readonly Result[]
}

export interface Result {
  readonly filemask: string
  readonly template?: string
  readonly intermediate?: string
  readonly file_format: string
}

const inScope: ReadonlySet<string> = new Set([
  ...['arb', 'json', 'json-nested', 'aresource', 'tbx', 'i18nextv4', 'i18next', 'webextension'],
  ...['formatjs', 'go-i18n-json', 'go-i18n-json-v2', 'gotext', 'resjson'],
])

export function readDiscoveryCases(path: string | URL): DiscoveryCase[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { cases: DiscoveryCase[] }).cases
}

export function discoverCase({ files, contents = {}, source_language }: DiscoveryCase): Discovery {
  return discover({
    paths: files,
    read: (path) => Buffer.from(contents[path] ?? ''),
    ...(source_language && { sourceLanguage: source_language }),
  })
}

/** The results that a case expects for known formats, and those found, in order. */
export function compareDiscovery(row: DiscoveryCase): { expected: unknown; actual: unknown } {
  return {
    expected: row.results.filter(({ file_format }) => inScope.has(file_format)),
    actual: discoverCase(row).components.map((component) => ({
      filemask: component.filemask,
      ...(component.template && { template: component.template }),
      ...(component.intermediate && { intermediate: component.intermediate }),
      file_format: component.fileFormat,
    })),
  }
}
