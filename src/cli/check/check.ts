import { descriptionsById } from '../../checks/registry.ts'
import type { CheckConfig } from '../../config/check.ts'
import { UsageError } from '../../errors.ts'
import { faultOfChecks } from '../../facts/find-units.ts'
import type { CheckReport, Finding } from '../../facts/records.ts'
import { select } from '../../facts/selection.ts'
import { findMergeBase } from '../../git/revision.ts'
import { createUnitPlaces } from '../../reading/unit-places.ts'
import { printableJson } from '../../text.ts'
import { componentsOf, translationsOf } from '../../view/view.ts'
import { type CHECK_FORMATS, FAIL_ON } from '../choices.ts'
import { type Arguments, CANNOT_READ, namesIn } from '../command.ts'
import { compareWithBase } from '../former/former.ts'
import { withTarget } from '../open-target.ts'
import { warn } from '../output/progress.ts'
import { sanitizeTerminal } from '../output/sanitize-terminal.ts'
import { type Screen, screenOf } from '../output/terminal.ts'
import { resolveIn, withRepository } from '../repository.ts'
import { findTarget } from '../target.ts'
import { writeOver } from '../write-file.ts'

import { type GateOptions, runGate } from './gate.ts'
import { junitReport } from './junit.ts'
import { readUsages } from './key-problems.ts'
import { markdownReport } from './markdown.ts'
import { RULE_IDS } from './rule.ts'
import { sarifReport } from './sarif.ts'
import { foundParts, textReport } from './text.ts'

/**
 * Checks a repository and prints a report. Resolves with 0 if the check passed, with 3 if configured files do not exist
 * or the clone lacks their content, otherwise with 1. Throws ConfigError, UsageError, NotFoundError for an unknown ref,
 * RepositoryError if something cannot be read or history is missing.
 */
export async function check(args: Arguments): Promise<number> {
  const { values } = args
  const { report, missing } = await checkTarget(args)
  for (const destination of namesIn(values['report']) ?? []) {
    const [format = ''] = destination.split('=', 1)
    writeOver(destination.slice(format.length + 1), reportText(report, format, screenOf({})))
  }
  process.stdout.write(reportText(report, values['format'] ?? '', screenOf(process.stdout)))
  for (const message of new Set(missing)) warn(message)
  if (missing.length > 0) return CANNOT_READ
  return report.isPassed ? 0 : 1
}

/** Returns the report, and why any files are missing. Throws like `check`. */
export async function checkTarget({
  operands: [operand],
  values,
  switches,
}: Arguments): Promise<{ readonly report: CheckReport; readonly missing: readonly string[] }> {
  const { config: configFile, component, language, base: ref } = values
  const target = await findTarget({ operand, configFile })
  // Fetches more history, since the merge base may be far back.
  if (ref !== undefined) await target.place?.deepen?.()
  const baseOid = ref === undefined ? undefined : await findBase(target.place?.path ?? '.', ref)
  const wantsOutdated = values['max-outdated'] !== undefined
  const compared = baseOid === undefined ? undefined : await compareWithBase(target, baseOid)
  const options = { fromWorkTree: true, wantsOutdated, needsAllHistory: wantsOutdated }
  return withTarget(
    compared?.target ?? target,
    options,
    async ({ catalog, view, readOutdated }) => {
      const after = await view()
      const base =
        compared && baseOid !== undefined
          ? { ...compared, oid: baseOid, view: await view(baseOid, compared.formerly) }
          : undefined
      const selection = { component, language }
      const components = componentsOf(after)
      // A component or language may have been removed.
      const selected = select([...components, ...(base ? componentsOf(base.view) : [])], selection)
      const gate = await runGate(
        {
          ...{ after, base, selected, selection },
          findPlace: createUnitPlaces(catalog.readFile),
          outdated: wantsOutdated ? await readOutdated(translationsOf(components)) : undefined,
          usages: switches.has('unused')
            ? await readUsages(catalog.askAbout, after, base?.view)
            : undefined,
          configFile: typeof target.origin === 'object' ? target.origin.path : '',
          isWhole: [base, component, language, values['checks'], values['ignore']].every(
            (option) => option === undefined,
          ),
        },
        gateOptions(values),
      )
      // The configuration names files that do not exist, or the clone lacks their content at the head or the base.
      const missing = selected.flatMap(({ component }) =>
        component.alerts.flatMap(({ name, code, message }) =>
          (name === 'MissingFile' && components.includes(component)) || code === 'incomplete'
            ? [message]
            : [],
        ),
      )
      return { report: { ...gate, isPassed: gate.isPassed && missing.length === 0 }, missing }
    },
  )
}

/** The options parser only accepts known formats. */
function reportText(report: CheckReport, format: string, screen: Screen): string {
  return `${reporters[format as (typeof CHECK_FORMATS)[number]](report, screen)}\n`
}

/**
 * Returns a function that combines the options of the command line with a project's configuration; the command line
 * takes precedence.
 */
function gateOptions(values: Arguments['values']): (check: CheckConfig) => GateOptions {
  const { checks, ignore, 'fail-under': failUnder, 'require-languages': languages } = values
  const fromArguments = {
    checks:
      checks === undefined ? undefined : rulesIn('checks', checks, [...descriptionsById.keys()]),
    ignored: rulesIn('ignore', ignore),
    maxDays: Number(values['max-outdated']),
  }
  const wanted = values['fail-on']
  const failOn = FAIL_ON.find((severity) => severity === wanted)
  // The library has no parser of options: a misspelled severity would fail nothing.
  if (failOn === undefined && wanted !== undefined) {
    throw new UsageError(`failOn needs one of ${FAIL_ON.join(', ')}; found "${wanted}"`)
  }
  return (check) => ({
    ...fromArguments,
    failOn: failOn ?? (check.failOn || 'error'),
    failUnder: failUnder === undefined ? check.failUnder : Number(failUnder),
    requiredLanguages: namesIn(languages) ?? check.requireLanguages,
  })
}

function rulesIn(option: string, list: string | undefined, rules?: readonly string[]): Set<string> {
  const ids = namesIn(list) ?? []
  const fault = faultOfChecks(ids, rules ?? RULE_IDS)
  if (fault !== undefined) throw new UsageError(`gitglot check: --${option}: ${fault}`)
  return new Set(ids)
}

/** Returns the merge base of a ref and `HEAD`. */
async function findBase(path: string, ref: string): Promise<string> {
  const tips = [await resolveIn(path, ref), await resolveIn(path, 'HEAD')] as const
  const base = withRepository(path, (repository) => findMergeBase(repository, ...tips))
  return resolveIn(path, base)
}

/** GitHub shows 10 annotations of each kind for a step; more would only fill the log. */
const MAX_ANNOTATIONS = 50

/**
 * Formats findings as workflow commands that annotate their lines
 * (https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions).
 */
export function githubReport(report: CheckReport): string {
  const { findings, isPassed } = report
  const shown = findings.slice(0, MAX_ANNOTATIONS).map(annotation)
  const rest = findings.length - shown.length
  const more = rest === 0 ? [] : [`::notice title=gitglot::${rest} more are not annotated`]
  // A plain line of the log rather than a workflow command.
  return [
    ...shown,
    ...more,
    `${isPassed ? 'passed' : 'failed'}: ${foundParts(report).join('; ')}`,
  ].join('\n')
}

const KINDS = { error: 'error', warning: 'warning', note: 'notice' } as const

function annotation({ rule, severity, component, languages, context, places }: Finding): string {
  const [{ filename, line, column, message }] = places
  const place =
    filename === undefined ? [] : [`file=${property(filename)}`, `line=${line}`, `col=${column}`]
  const about = [component, languages.join(', '), context].filter(Boolean).join(' ')
  const properties = [...place, `title=${property(`gitglot ${rule}`)}`].join(',')
  return `::${KINDS[severity]} ${properties}::${data(`${message} (${sanitizeTerminal(about)})`)}`
}

function data(text: string): string {
  return sanitizeTerminal(text).replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** A function for each format of a report; `schemas/check.schema.json` describes the JSON. */
export const reporters: Readonly<
  Record<(typeof CHECK_FORMATS)[number], (report: CheckReport, screen: Screen) => string>
> = {
  text: textReport,
  json: printableJson,
  github: githubReport,
  sarif: sarifReport,
  junit: junitReport,
  markdown: markdownReport,
}
