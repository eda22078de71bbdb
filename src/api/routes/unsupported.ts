import { HttpError, notAuthenticated, notFound, permissionDenied } from '../../http/http-error.ts'
import type { Project } from '../../model/model.ts'
import { paged, whole } from '../define.ts'
import {
  type ApiRequest,
  componentOf,
  type Endpoint,
  type Endpoints,
  ITEM,
  LIST,
  projectLanguageOf,
  projectOf,
  READ,
} from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { isLocked } from '../resources/component.ts'
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

/** Throws if the owner of a list does not exist. */
type Find = (request: ApiRequest) => unknown

/** Defines an empty list of things that require a database. */
function none(
  name: string,
  summary: string,
  {
    find,
    ...definition
  }: { find?: Find } & Partial<Pick<Endpoint, 'allow' | 'about' | 'needs'>> = {},
): Endpoint {
  return paged(NOTHING, {
    allow: LIST,
    name,
    summary,
    ...definition,
    get(request) {
      find?.(request)
      return listing([], () => ({}))
    },
  })
}

function refused(name: string, allow: string, error: () => HttpError): Endpoint {
  const get = () => {
    throw error()
  }
  return { name, summary: '', allow, query: [], body: 'refused', get }
}

function missing(name: string, allow: string = ITEM): Endpoint {
  return refused(name, allow, notFound)
}

function writeOnly(name: string, allow = 'POST, OPTIONS'): Endpoint {
  const error = () => new HttpError(405, 'method_not_allowed', 'Method "GET" not allowed.')
  return refused(name, allow, error)
}

function needsUser(name: string, allow: string): Endpoint {
  return { ...refused(name, allow, notAuthenticated), needsUser: true }
}

/** Endpoints that require users and a database. Here they return empty lists, 404, or Weblate's refusals. */
export const neverEndpoints: Endpoints = {
  '/projects/:project/labels': none('Labels', 'Labels of a project: none.', { find: projectOf }),
  '/projects/:project/labels/:id': writeOnly('Labels', 'DELETE, OPTIONS'),
  ...inScopes(
    ['project', 'component'],
    'lock',
    whole(LOCK, {
      name: 'Lock',
      summary: 'Whether translating is locked, which is the case if a file cannot be read.',
      allow: LIST,
      get(request) {
        const { component } = scopeOf(request)
        return { json: { locked: component !== undefined && isLocked(component) } }
      },
    }),
  ),
  ...inScopes(
    EVERY_SCOPE,
    'announcements',
    none('Announcements', 'Announcements in a {scope}: none.', { find: scopeOf, needs: 'units' }),
  ),
  '/projects/:project/languages/:language/announcements': none(
    'Announcements',
    'Announcements in a language of a project: none.',
    { find: projectLanguageOf, needs: 'units' },
  ),
  ...inScopes(
    ['project', 'component'],
    'reports',
    none('Reports', 'Reports on a {scope}: none.', { find: scopeOf }),
  ),
  ...Object.fromEntries(
    ['Announcements', 'Reports'].map((name) => [
      `/categories/:id/${name.toLowerCase()}`,
      none(name, `${name} on a category: none.`, { about: categoryComponents }),
    ]),
  ),
  '/reports': none('Report List', 'Reports: none.'),
  '/reports/:id': missing('Report Instance', 'GET, DELETE, HEAD, OPTIONS'),
  '/reports/:id/html': missing('Html', READ),
  '/reports/:id/json': missing('Json', READ),
  '/reports/:id/rst': missing('Rst', READ),
  '/suggestions': none('Suggestion List', 'Suggestions: none.', { allow: READ }),
  '/suggestions/:id': missing('Suggestion Instance', 'GET, DELETE, HEAD, OPTIONS'),
  '/projects/:project/languages/:language/workflow': whole(WORKFLOW, {
    name: 'Workflow',
    summary: 'Settings for a language of a project, which are those of the project.',
    allow: 'GET, PATCH, DELETE, HEAD, OPTIONS',
    needs: 'units',
    get(request) {
      const { project, code } = projectLanguageOf(request)
      return { json: WORKFLOW.json(project, code) }
    },
  }),
  '/projects/:project/addons': writeOnly('Addons'),
  '/projects/:project/machinery_settings': refused(
    'Machinery Settings',
    'GET, POST, PUT, PATCH, HEAD, OPTIONS',
    () => permissionDenied('Can not retrieve/edit machinery configuration'),
  ),
  '/components/:project/:component/addons': writeOnly('Addons'),
  '/components/:project/:component/links/:id': writeOnly('Links', 'DELETE, OPTIONS'),
  '/components/:project/:component/screenshots': none('Screenshots', 'Screenshots: none.', {
    allow: READ,
    find: componentOf,
  }),
  '/translations/:project/:component/:language/autotranslate': writeOnly('Autotranslate'),
  ...Object.fromEntries(
    ['Comments', 'Suggestions', 'Screenshots'].map((name) => [
      `/units/:id/${name.toLowerCase()}`,
      none(name, `${name} on a unit: none.`, {
        find: unitOf,
        needs: 'units',
        about: componentsOfUnit,
      }),
    ]),
  ),
  '/users/:name/groups': writeOnly('Groups', 'POST, DELETE, OPTIONS'),
  '/groups': none('Group List', 'Groups: none.'),
  '/groups/:id': missing('Group Instance'),
  '/roles': none('Role List', 'Roles: none.'),
  '/roles/:id': missing('Role Instance'),
  '/memory': needsUser('Memory List', LIST),
  '/memory/:id': needsUser('Memory Instance', ITEM),
  '/screenshots': none('Screenshot List', 'Screenshots: none.'),
  '/screenshots/:id': missing('Screenshot Instance'),
  '/screenshots/:id/file': missing('File', 'GET, POST, PUT, HEAD, OPTIONS'),
  '/tasks/:id': missing('Task Instance', 'GET, DELETE, HEAD, OPTIONS'),
  '/addons': none('Addon List', 'Add-ons: none.', { allow: READ }),
  '/addons/:id': missing('Addon Instance'),
  '/component-lists': none('Component List List', 'Component lists: none.'),
  '/component-lists/:id': missing('Component List Instance'),
  '/component-lists/:id/components': missing('Components', LIST),
}
