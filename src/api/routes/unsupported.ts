import {
  type HttpError,
  methodNotAllowed,
  notAuthenticated,
  notFound,
  permissionDenied,
} from '../../http/http-error.ts'
import type { Project } from '../../model/model.ts'
import {
  type ApiRequest,
  type Endpoint,
  type Endpoints,
  ITEM,
  LIST,
  paged,
  projectLanguageOf,
  READ,
  whole,
} from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { isLocked, isProjectLocked } from '../resources/project.ts'
import * as s from '../schema/schema.ts'
import { EVERY_SCOPE, inScopes, scopeOf } from '../scope.ts'
import { categoryComponents } from './categories.ts'
import { componentsOfUnit, unitOf } from './units.ts'

const LOCK = s.resource('Lock', 'Whether translating is locked.', { locked: s.BOOLEAN })

/** No language has a workflow of its own. */
const WORKFLOW = s.shown(
  'Workflow',
  'Settings for the translation of a project into a language.',
  ({ config }: Project, language: string) => ({ ...config, language }),
  {
    language: s.STRING,
    source_language: [s.nullable(s.STRING), () => null],
    translation_review: s.BOOLEAN,
    enable_suggestions: [s.BOOLEAN, () => true],
    restrict_direct_editing: [s.BOOLEAN, () => false],
    suggestion_voting: [s.BOOLEAN, () => false],
    suggestion_autoaccept: [s.INTEGER, () => 0],
  },
)

/** The item schema of lists that are always empty. */
export const NOTHING = s.resource('Nothing', 'An object that only exists in Weblate.', {})

/** Throws if the language or unit of a list does not exist, which `about` does not look up. */
type Find = (request: ApiRequest) => unknown

/** Defines an empty list of things that require a database. */
function none(
  summary: string,
  {
    find,
    ...definition
  }: { find?: Find } & Partial<Pick<Endpoint, 'allow' | 'about' | 'needs'>> = {},
): Endpoint {
  return paged(NOTHING, {
    allow: LIST,
    summary,
    ...definition,
    get(request) {
      find?.(request)
      return listing([], () => ({}))
    },
  })
}

function refused(allow: string, error: () => HttpError): Endpoint {
  const get = () => {
    throw error()
  }
  return { summary: '', allow, query: [], body: 'refused', get }
}

function missing(allow: string = ITEM): Endpoint {
  return refused(allow, notFound)
}

function writeOnly(allow = 'POST, OPTIONS'): Endpoint {
  return refused(allow, () => methodNotAllowed('GET'))
}

function needsUser(allow: string): Endpoint {
  return { ...refused(allow, notAuthenticated), needsUser: true }
}

/** Endpoints that require users and a database. Here they return empty lists, 404, or Weblate's refusals. */
export const unsupportedEndpoints: Endpoints = {
  '/projects/:project/labels': none('Labels of a project: none.'),
  '/projects/:project/labels/:id': writeOnly('DELETE, OPTIONS'),
  ...inScopes(
    ['project', 'component'],
    'lock',
    whole(LOCK, {
      summary: 'Whether translating is locked, which is the case if files cannot be read.',
      allow: LIST,
      get(request) {
        const { project, component } = scopeOf(request)
        const locked = component ? isLocked(component) : isProjectLocked(project.components)
        return { json: { locked } }
      },
    }),
  ),
  ...inScopes(
    EVERY_SCOPE,
    'announcements',
    none('Announcements in a {scope}: none.', { find: scopeOf, needs: 'units' }),
  ),
  '/projects/:project/languages/:language/announcements': none(
    'Announcements in a language of a project: none.',
    { find: projectLanguageOf, needs: 'units' },
  ),
  ...inScopes(['project', 'component'], 'reports', none('Reports on a {scope}: none.')),
  ...Object.fromEntries(
    ['Announcements', 'Reports'].map((name) => [
      `/categories/:id/${name.toLowerCase()}`,
      none(`${name} on a category: none.`, { about: categoryComponents }),
    ]),
  ),
  '/reports': none('Reports: none.'),
  '/reports/:id': missing('GET, DELETE, HEAD, OPTIONS'),
  '/reports/:id/html': missing(READ),
  '/reports/:id/json': missing(READ),
  '/reports/:id/rst': missing(READ),
  '/suggestions': none('Suggestions: none.', { allow: READ }),
  '/suggestions/:id': missing('GET, DELETE, HEAD, OPTIONS'),
  '/projects/:project/languages/:language/workflow': whole(WORKFLOW, {
    summary: 'Settings of a language in a project, the same as those of the project.',
    allow: 'GET, PATCH, DELETE, HEAD, OPTIONS',
    needs: 'units',
    get(request) {
      const { project, code } = projectLanguageOf(request)
      return { json: WORKFLOW.json(project, code) }
    },
  }),
  '/projects/:project/addons': writeOnly(),
  '/projects/:project/machinery_settings': refused('GET, POST, PUT, PATCH, HEAD, OPTIONS', () =>
    permissionDenied('Can not retrieve/edit machinery configuration'),
  ),
  '/components/:project/:component/addons': writeOnly(),
  '/components/:project/:component/links/:id': writeOnly('DELETE, OPTIONS'),
  '/components/:project/:component/screenshots': none('Screenshots: none.', { allow: READ }),
  '/translations/:project/:component/:language/autotranslate': writeOnly(),
  ...Object.fromEntries(
    ['Comments', 'Suggestions', 'Screenshots'].map((name) => [
      `/units/:id/${name.toLowerCase()}`,
      none(`${name} on a unit: none.`, {
        find: unitOf,
        needs: 'units',
        about: componentsOfUnit,
      }),
    ]),
  ),
  '/users/:name/groups': writeOnly('POST, DELETE, OPTIONS'),
  '/groups': none('Groups: none.'),
  '/groups/:id': missing(),
  '/roles': none('Roles: none.'),
  '/roles/:id': missing(),
  '/memory': needsUser(LIST),
  '/memory/:id': needsUser(ITEM),
  '/screenshots': none('Screenshots: none.'),
  '/screenshots/:id': missing(),
  '/screenshots/:id/file': missing('GET, POST, PUT, HEAD, OPTIONS'),
  '/tasks/:id': missing('GET, DELETE, HEAD, OPTIONS'),
  '/addons': none('Add-ons: none.', { allow: READ }),
  '/addons/:id': missing(),
  '/component-lists': none('Component lists: none.'),
  '/component-lists/:id': missing(),
  '/component-lists/:id/components': missing(LIST),
}
