import type { Change } from '../../catalog/history/changes/change.ts'
import type { ChangeFilter } from '../../catalog/history/changes/change-filter.ts'
import type { Somebody } from '../../catalog/history/changes/somebody.ts'
import { invalid, invalidChoice, notFound } from '../../http/http-error.ts'
import { parseTime } from '../../http/time.ts'
import { type Answer, type ApiRequest, componentOf, projectOf, translationOf } from '../endpoint.ts'
import { paginate, wantedPart } from '../pagination.ts'
import { changeResource } from '../resources/change.ts'
import { languageOf } from './languages.ts'
import { listNothing } from './never.ts'
import { userOf } from './users.ts'

/** Codes of Weblate that a filter may name, also those that never occur here. */
const UNUSED_ACTIONS: ReadonlySet<number> = new Set([10, 11, 12, 16, 40, 44])
const LAST_ACTION = 84

/** `changes/`: a page of all changes, newest first. */
export function listChanges(request: ApiRequest): Promise<Answer> {
  return pageOfChanges(request, {})
}

/** `projects/{project}/changes/` */
export function listProjectChanges(request: ApiRequest): Promise<Answer> {
  return pageOfChanges(request, { project: projectOf(request).config.slug })
}

/** `components/{project}/{component}/changes/` */
export function listComponentChanges(request: ApiRequest): Promise<Answer> {
  return pageOfChanges(request, { component: componentOf(request) })
}

/** `translations/{project}/{component}/{language}/changes/` */
export function listTranslationChanges(request: ApiRequest): Promise<Answer> {
  const { component, language } = translationOf(request)
  return pageOfChanges(request, { component, language: language.code })
}

/** Of the language of the address in all projects; throws 404 for one that no component has. */
export function listLanguageChanges(request: ApiRequest): Promise<Answer> {
  return pageOfChanges(request, { language: languageOf(request).language.code })
}

/** Those whose author is the user of the address. */
export async function listUserChanges(request: ApiRequest): Promise<Answer> {
  return pageOfChanges(request, {}, await userOf(request))
}

/** `changes/{id}/`. Throws 404 for an id that no change has. */
export async function showChange({ catalog, view, links, param }: ApiRequest): Promise<Answer> {
  const id = param('id')
  const isId = /^-?[0-9]{1,16}$/.test(id)
  const change = isId ? await catalog.changes(view).find(Number(id)) : undefined
  if (change === undefined) throw notFound()
  return { json: changeResource(change, await catalog.people(view), links) }
}

/** Newest first. Entries have no user, so a list of somebody's is empty; authors are something else. */
async function pageOfChanges(
  request: ApiRequest,
  place: ChangeFilter,
  somebody?: Somebody,
): Promise<Answer> {
  const { catalog, view, links, query, address } = request
  const filter = { ...place, ...filterOf(query) }
  if ((query.get('user') ?? '') !== '') return listNothing(request)
  const wanted = wantedPart(query)
  const changeLog = catalog.changes(view)
  let part = await changeLog.list(filter, wanted, somebody)
  let { start } = wanted
  if (query.get('page') === 'last') {
    const { size } = wantedPart(new URLSearchParams({ page_size: query.get('page_size') ?? '' }))
    start = Math.max(0, Math.ceil(part.count / size) - 1) * size
    part = await changeLog.list(filter, { start, size }, somebody)
  }
  const { count, isCounted, isComplete, changes } = part
  const people = await catalog.people(view)
  const json = paginate(
    {
      count,
      isOpen: !isCounted,
      item: (index) => changeResource(changes[index - start] as Change, people, links),
    },
    { address, query },
  )
  const headers: Record<string, string> =
    isCounted && isComplete ? {} : { 'X-History-Complete': 'false' }
  return { json, headers, isTransient: !isCounted }
}

function filterOf(query: URLSearchParams): ChangeFilter {
  const actions = query.getAll('action').map(actionOf)
  const after = timeOf(query.get('timestamp_after'))
  const before = timeOf(query.get('timestamp_before'))
  return {
    ...(actions.length > 0 ? { actions: new Set(actions) } : {}),
    ...(after === undefined ? {} : { after }),
    ...(before === undefined ? {} : { before }),
  }
}

function actionOf(text: string): number {
  const code = /^[0-9]{1,2}$/.test(text) ? Number(text) : Number.NaN
  if (!(code <= LAST_ACTION) || UNUSED_ACTIONS.has(code)) throw invalidChoice(text, 'action')
  return code
}

/** Microseconds since 1970; undefined for no time. Throws 400 for a bad one. */
function timeOf(text: string | null): number | undefined {
  if (text === null || text === '') return undefined
  const time = parseTime(text)
  if (time === undefined) throw invalid('Enter a valid date/time.', 'timestamp')
  return time.micros
}
