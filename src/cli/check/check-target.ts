import type { CheckReport } from '../../facts/records.ts'
import { checkViews } from '../../gate/gate.ts'
import type { GateRequest } from '../../gate/options.ts'
import { findMergeBase } from '../../git/revision.ts'
import { createUnitPlaces } from '../../reading/unit-places.ts'
import { compareWithBase } from '../compare-with-base.ts'
import { withTarget } from '../open-target.ts'
import { resolveIn, withRepository } from '../repository.ts'
import { findTarget, type TargetOptions } from '../target.ts'

interface CheckedTarget extends Pick<TargetOptions, 'operand' | 'configFile'> {
  /** Branch, tag or commit: report only problems that are new since the merge base with it. */
  readonly base?: string | undefined
}

/** Checks the files on disk of a repository, see `checkViews`. Rejects like `findTarget` and `withTarget`. */
export async function checkTarget(
  { operand, configFile, base: ref }: CheckedTarget,
  request: GateRequest,
): Promise<{ readonly report: CheckReport; readonly missing: readonly string[] }> {
  const target = await findTarget({ operand, configFile, base: ref && `${ref}...HEAD` })
  // Without `keepsOthers`, a target is one repository.
  const place = target.place!
  // Fetches more history, since the merge base may be far back.
  if (ref !== undefined) await place.deepen?.()
  const compared =
    ref === undefined
      ? undefined
      : await compareWithBase(target, place, await findBase(place.path, ref))
  const { origin } = target
  const configPath = typeof origin === 'object' ? origin.path : ''
  const wantsOutdated = request.maxDays !== undefined
  const needs = { fromWorkTree: true, wantsOutdated, needsAllHistory: wantsOutdated }
  return withTarget(
    compared?.target ?? target,
    needs,
    async ({ catalog: { askAbout, readFile }, view: viewAt, readOutdated }) => {
      const view = await viewAt()
      const base = compared && {
        ...compared,
        view: await viewAt(compared.commit, compared.match.formerly),
      }
      const findPlace = createUnitPlaces(readFile)
      return checkViews({ view, base, configPath, findPlace, askAbout, readOutdated }, request)
    },
  )
}

/** Returns the merge base of a ref and `HEAD`. */
async function findBase(path: string, ref: string): Promise<string> {
  const tips = [await resolveIn(path, ref), await resolveIn(path, 'HEAD')] as const
  const base = withRepository(path, (repository) => findMergeBase(repository, ...tips))
  return resolveIn(path, base)
}
