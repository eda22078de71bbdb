import { writeFileSync } from 'node:fs'
import { createUnitPlaces } from '../../catalog/unit-places.ts'
import { descriptionsById } from '../../checks/registry.ts'
import { nearest } from '../../config/nearest.ts'
import { openRepository } from '../../git/open.ts'
import { findMergeBase, resolveRevision } from '../../git/revision.ts'
import type { Arguments } from '../command.ts'
import { openTarget, select } from '../open-target.ts'
import { readOutdated } from '../outdated.ts'
import { screenOf } from '../output/terminal.ts'
import { warn } from '../output/warn.ts'
import { findTarget } from '../target.ts'
import { UsageError } from '../usage-error.ts'
import { printReport } from './formats.ts'
import { type GateOptions, runGate } from './gate.ts'

/**
 * Runs the gate over a repository and prints what it found. Resolves with 0 when it passed, else 1. Throws ConfigError,
 * UsageError, NotFoundError for an unknown ref, RepositoryError where something cannot be read or history is missing.
 */
export async function check({ operands: [operand], values }: Arguments): Promise<number> {
  const {
    config: configFile,
    base,
    format = 'text',
    report: reports,
    'max-outdated': maxDays,
  } = values
  const options = gateOptions(values)
  const environment = process.env
  const about = { operand, configFile, ref: undefined, keepsOthers: false }
  const target = await findTarget({ ...about, environment, onProgress: warn })
  // What a history parted from may lie far back.
  if (base !== undefined) await target.place?.deepen?.()
  const baseOid = base === undefined ? undefined : findBase(target.place?.path ?? '.', base)
  const wantsOutdated = maxDays !== undefined
  const opening = { fromWorkTree: true, wantsOutdated, environment, warn: warn }
  const opened = await openTarget(target, opening)
  try {
    const after = await opened.view(undefined)
    const report = await runGate({
      after,
      before: baseOid === undefined ? undefined : await opened.view(baseOid),
      baseOid,
      findPlace: createUnitPlaces(opened.readFile),
      outdated: wantsOutdated
        ? {
            strings: await readOutdated(
              select(after, { component: undefined, language: undefined }),
            ),
            maxDays: Number(maxDays),
            now: Date.now() / 1000,
          }
        : undefined,
      options,
    })
    for (const { kind, file } of reportFiles(reports)) {
      writeFileSync(file, printReport(report, kind, screenOf({}, environment)))
    }
    process.stdout.write(printReport(report, format, screenOf(process.stdout, environment)))
    return report.isPassed ? 0 : 1
  } finally {
    await opened.close()
  }
}

function gateOptions(values: Arguments['values']): GateOptions {
  const { base, checks, 'fail-under': failUnder, 'require-languages': languages } = values
  const failOn = values['fail-on'] ?? (base === undefined ? 'any' : 'new')
  if (failOn === 'new' && base === undefined) {
    throw new UsageError('gitglot check: --fail-on new needs --base REF')
  }
  const ids = checks === undefined ? undefined : namesIn(checks)
  for (const id of ids ?? []) {
    if (descriptionsById.has(id)) continue
    const best = nearest(id, descriptionsById.keys())
    const guess = best === undefined ? '' : `, did you mean ${best}?`
    throw new UsageError(`gitglot check: --checks: there is no check ${JSON.stringify(id)}${guess}`)
  }
  return {
    // One of the option's choices.
    failOn: failOn as GateOptions['failOn'],
    failUnder: failUnder === undefined ? undefined : Number(failUnder),
    requiredLanguages: namesIn(languages ?? ''),
    checks: ids && new Set(ids),
  }
}

/** The files of `sarif=a.sarif,markdown=b.md`. */
function reportFiles(list = ''): { readonly kind: string; readonly file: string }[] {
  return namesIn(list).map((one) => {
    const [kind = ''] = one.split('=', 1)
    return { kind, file: one.slice(kind.length + 1) }
  })
}

function namesIn(list: string): string[] {
  return list.split(',').flatMap((name) => name.trim() || [])
}

/** Where the history of a ref and that of `HEAD` parted. */
function findBase(path: string, ref: string): string {
  const repository = openRepository({ path })
  try {
    const base = resolveRevision(repository, ref)
    return findMergeBase(repository, base, resolveRevision(repository, 'HEAD'))
  } finally {
    repository.close()
  }
}
