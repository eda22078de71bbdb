import { pairByPath, readDifferences } from '../catalog/read-differences.ts'
import { readReview } from '../catalog/review/review.ts'
import type { Sides } from '../facts/differences.ts'
import { type Selection, select, unreadIn } from '../facts/selection.ts'
import { findOutdatedRows } from '../history/states/outdated.ts'
import { refuseAwaited } from '../http/refuse-unknown.ts'
import { Query, type RequestInfo } from '../http/request-info.ts'
import type { ServeKnown } from '../http/serve-known.ts'
import type { ViewRequest } from '../http/views.ts'
import type { View } from '../model/model.ts'
import { placeOf } from '../model/paths.ts'
import { isAbsent, type Need } from '../model/readiness.ts'
import { createPlacesFinder } from '../reading/unit-places.ts'
import { componentsOf } from '../view/view.ts'
import type { ToolSource } from './source.ts'

/** A path that no request can have: results of tools are cached with pages, but are not pages. */
const PATH = 'mcp'

/** Creates the source of one call. Reads what the caller may see, in a job, and caches results like pages. */
export function createHttpSource(
  call: { readonly name: string; readonly input: object; readonly info: RequestInfo },
  serveKnown: ServeKnown,
): ToolSource {
  async function serve<T extends object>(
    refs: Readonly<Record<string, string | undefined>>,
    need: Need,
    selection: Selection,
    use: (request: ViewRequest) => Promise<T>,
  ): Promise<T> {
    const query = new Query()
    for (const [name, ref] of Object.entries(refs)) if (ref !== undefined) query.set(name, ref)
    // The key includes the day, because a query may contain `today`, see `dayOf`.
    const search = `?q=${encodeURIComponent(JSON.stringify([call.name, call.input]))}`
    const asked = { method: 'GET', header: () => undefined, path: PATH }
    const { component } = selection
    const asInfo = { ...call.info, ...asked, search, query, ref: refs['ref'] }
    const requirements = {
      ...{ needs: need, showsUnknown: true, isComparison: 'base' in refs, isJob: true },
      // Languages are only known once files have been read.
      about: (view: View) =>
        select(componentsOf(view), { component }).map((selected) => selected.component),
    }
    const response = await serveKnown(asInfo, requirements, async (request) => {
      const result = await use(request)
      return { body: Buffer.from(JSON.stringify(result)), headers: {} }
    })
    // The response is the result of `use` as JSON.
    return (await response.json()) as T
  }
  return {
    read: ({ ref, needs, ...selection }, use) => {
      const need = needs === 'units' ? 'units' : 'history'
      return serve({ ref }, need, selection, async (request) => {
        const { catalog, view, client, signal, progress } = request
        const selected = select(componentsOf(view), selection)
        const translations = selected.flatMap((component) => component.translations)
        const asking = { client, signal, progress }
        const { historyOf } = catalog
        return use({
          selected,
          outdated:
            needs === 'outdated'
              ? await findOutdatedRows(translations, historyOf, asking)
              : undefined,
          askAbout: (work, components, args) => catalog.askAbout(work, components, args, asking),
          findPlaces: createPlacesFinder(catalog.readFile, catalog.engine),
          historyOf,
          people: await catalog.people(view),
        })
      })
    },
    readSides: ({ base, head, wantsHistory: _, ...selection }, use) =>
      serve({ base, head }, 'units', selection, (request) => use(sidesOf(request, selection))),
  }
}

/** Throws 503 if a side cannot be read yet. */
function sidesOf(request: ViewRequest, selection: Selection): Sides {
  const { catalog, view, base, ref, client, signal, progress } = request
  if (base === undefined) throw new RangeError('a comparison needs a base')
  // A component or language may be in one view only.
  const selected = select([...componentsOf(view), ...componentsOf(base.view)], selection)
  const chosen = new Set(selected.map(({ component }) => placeOf(component)))
  const served = componentsOf(catalog.current()).filter((component) =>
    chosen.has(placeOf(component)),
  )
  const pairs = pairByPath(base.view, view, served)
  const present = pairs
    .flatMap(({ before, after }) => [before, after])
    .filter((component) => component !== undefined)
    .filter((component) => !isAbsent(component))
  refuseAwaited(present, 'units')
  const asking = { client, signal, progress }
  const { askAbout, historyOf } = catalog
  return {
    ...{ base: base.ref, head: ref ?? null, selected },
    unread: unreadIn(selected.filter(({ component }) => !isAbsent(component))),
    differences: () => readDifferences(pairs, { askAbout, ...asking }),
    review: async () => {
      const people = await catalog.people(view)
      return readReview(pairs, { askAbout, historyOf, people, asking })
    },
  }
}
