import { createHash } from 'node:crypto'
import type { CheckReport, Finding, FindingLocation } from '../../facts/records.ts'
import { describeRule } from '../../gate/rule.ts'
import { printableJson } from '../../text.ts'
import { packageVersion } from '../package.ts'

/** GitHub's limit for one run. */
const MAX_RESULTS = 25_000

/**
 * Formats findings as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/), with one result for each place. A
 * result's fingerprint covers component, language, unit and rule, so that it stays the same if the unit moves or its
 * text changes.
 */
export function sarifReport({ findings, base }: CheckReport): string {
  const ids = [...new Set(findings.map(({ rule }) => rule))]
  const results = findings.flatMap((finding) => finding.places.map((place) => ({ finding, place })))
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'gitglot',
            semanticVersion: packageVersion(),
            rules: ids.map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: results.slice(0, MAX_RESULTS).map(({ finding, place }) => ({
          ruleId: finding.rule,
          ruleIndex: ids.indexOf(finding.rule),
          level: finding.severity,
          message: { text: messageOf(finding, place) },
          ...(base === undefined ? {} : { baselineState: 'new' }),
          ...(place.filename === undefined ? {} : { locations: [locationOf(place)] }),
          partialFingerprints: { 'gitglotUnit/v1': fingerprintOf(finding, place) },
        })),
      },
    ],
  }
  return printableJson(log)
}

function ruleOf(id: string): object {
  const { name, description, severity } = describeRule(id)
  return {
    id,
    name: id,
    shortDescription: { text: name },
    fullDescription: { text: description },
    defaultConfiguration: { level: severity },
  }
}

function messageOf(
  { component, languages, context }: Finding,
  { language = languages.join(', '), message }: FindingLocation,
): string {
  const about = [component, language].filter((name) => name !== '').join('/')
  return context === undefined ? `${about}: ${message}` : `${about} "${context}": ${message}`
}

function locationOf({ filename = '', line, column }: FindingLocation): object {
  return {
    physicalLocation: {
      artifactLocation: {
        uri: filename.split('/').map(encodeURIComponent).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region: { startLine: line, startColumn: column },
    },
  }
}

function fingerprintOf(
  { component, checksum, rule }: Finding,
  { language, filename }: FindingLocation,
): string {
  return createHash('sha256')
    .update(JSON.stringify([component, language, checksum ?? filename, rule]))
    .digest('hex')
}
