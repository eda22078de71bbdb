import { createHash } from 'node:crypto'
import { descriptionsById } from '../../checks/registry.ts'
import { printableJson } from '../output/sanitize-terminal.ts'
import { packageVersion } from '../package.ts'
import { type CheckReport, type Finding, RULES } from './finding.ts'

/** GitHub's limit for one run. */
const MAX_RESULTS = 25_000

/**
 * The findings as SARIF 2.1.0 (https://docs.oasis-open.org/sarif/sarif/v2.1.0/). The fingerprint of a finding is made
 * of component, language, unit and rule, so that it stays when the unit moves or its text changes.
 */
export function sarifReport({ findings, base }: CheckReport): string {
  const ids = [...new Set(findings.map(({ rule }) => rule))]
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'gitglot',
            semanticVersion: packageVersion(),
            rules: ids.map(describeRule),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: findings.slice(0, MAX_RESULTS).map((finding) => ({
          ruleId: finding.rule,
          ruleIndex: ids.indexOf(finding.rule),
          level: levelOf(finding.rule),
          message: { text: messageOf(finding) },
          ...(base === undefined ? {} : { baselineState: 'new' }),
          ...(finding.filename === undefined ? {} : { locations: [locationOf(finding)] }),
          partialFingerprints: { 'gitglotUnit/v1': fingerprintOf(finding) },
        })),
      },
    ],
  }
  return printableJson(log)
}

function describeRule(id: string): object {
  const check = descriptionsById.get(id)
  const text = check?.description ?? RULES[id as keyof typeof RULES] ?? id
  return {
    id,
    name: id,
    shortDescription: { text: check?.name ?? text },
    fullDescription: { text },
    defaultConfiguration: { level: levelOf(id) },
  }
}

/** Failing checks are only warnings, as a check may be wrong. */
function levelOf(rule: string): 'error' | 'warning' {
  return Object.hasOwn(RULES, rule) ? 'error' : 'warning'
}

function messageOf({ component, language, context, message }: Finding): string {
  const about = [component, language].filter((one) => one !== undefined).join('/')
  return context === undefined ? `${about}: ${message}` : `${about} "${context}": ${message}`
}

function locationOf({ filename = '', line, column }: Finding): object {
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

function fingerprintOf({ component, language, checksum, filename, rule }: Finding): string {
  return createHash('sha256')
    .update(JSON.stringify([component, language, checksum ?? filename, rule]))
    .digest('hex')
}
