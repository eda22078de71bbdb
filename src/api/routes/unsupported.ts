import { HttpError, notAuthenticated, notFound, permissionDenied } from '../../http/http-error.ts'
import { componentOf, type Endpoint, ITEM, LIST, READ } from '../endpoint.ts'
import { listNothing } from './never.ts'

const list = (name: string, allow = LIST): Endpoint => ({ name, allow, get: listNothing })
const missing = (name: string, allow = ITEM): Endpoint => ({
  name,
  allow,
  get: () => {
    throw notFound()
  },
})
/** Only writing methods exist. */
const writeOnly = (name: string, allow = 'POST, OPTIONS'): Endpoint => ({
  name,
  allow,
  get: () => {
    throw new HttpError(405, 'method_not_allowed', 'Method "GET" not allowed.')
  },
})
const needsUser = (name: string, allow: string): Endpoint => ({
  name,
  allow,
  needsUser: true,
  get: () => {
    throw notAuthenticated()
  },
})

/** Endpoints of what only a server with users and a database has: empty lists, 404, or the refusal that clients know. */
export const UNSUPPORTED: Readonly<Record<string, Endpoint>> = {
  '/users/:name/groups': writeOnly('Groups', 'POST, DELETE, OPTIONS'),
  '/groups': list('Group List'),
  '/groups/:id': missing('Group Instance'),
  '/roles': list('Role List'),
  '/roles/:id': missing('Role Instance'),
  '/memory': needsUser('Memory List', LIST),
  '/memory/:id': needsUser('Memory Instance', ITEM),
  '/screenshots': list('Screenshot List'),
  '/screenshots/:id': missing('Screenshot Instance'),
  '/screenshots/:id/file': missing('File', 'GET, POST, PUT, HEAD, OPTIONS'),
  '/tasks/:id': missing('Task Instance', 'GET, DELETE, HEAD, OPTIONS'),
  '/addons': list('Addon List', READ),
  '/addons/:id': missing('Addon Instance'),
  '/component-lists': list('Component List List'),
  '/component-lists/:id': missing('Component List Instance'),
  '/component-lists/:id/components': missing('Components', LIST),
  '/projects/:project/machinery_settings': {
    name: 'Machinery Settings',
    allow: 'GET, POST, PUT, PATCH, HEAD, OPTIONS',
    get: () => {
      throw permissionDenied()
    },
  },
  '/projects/:project/addons': writeOnly('Addons'),
  '/projects/:project/labels/:id': writeOnly('Labels', 'DELETE, OPTIONS'),
  '/components/:project/:component/addons': writeOnly('Addons'),
  '/components/:project/:component/links/:id': writeOnly('Links', 'DELETE, OPTIONS'),
  '/components/:project/:component/screenshots': {
    name: 'Screenshots',
    allow: READ,
    get: (request) => {
      componentOf(request)
      return listNothing(request)
    },
  },
  '/translations/:project/:component/:language/autotranslate': writeOnly('Autotranslate'),
  '/units/:id/comments': writeOnly('Comments'),
}
