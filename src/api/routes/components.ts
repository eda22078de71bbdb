import { listedTranslations } from '../../model/readiness.ts'
import { componentsOf, translationsOf } from '../../view/view.ts'
import {
  componentOf,
  type Endpoints,
  ITEM,
  LIST,
  paged,
  readTranslationOf,
  whole,
} from '../endpoint.ts'
import { LARGE_PAGES, listing, paginate } from '../pagination.ts'
import { COMPONENT, REF } from '../resources/component.ts'
import { PROJECT } from '../resources/project.ts'
import { LANGUAGE_STATISTICS, translationStatistics } from '../resources/statistics.ts'
import { COMPONENT_TRANSLATION, TRANSLATION } from '../resources/translation.ts'
import { pageParameters } from '../schema/parameters.ts'
import { page } from '../schema/schema.ts'

/** Components, their translations, and what belongs to one. */
export const componentEndpoints: Endpoints = {
  '/components': paged(COMPONENT, {
    summary: 'All components.',
    needs: 'components',
    get: ({ view, links }) =>
      listing(componentsOf(view), (component) => COMPONENT.json(component, links)),
  }),
  '/components/:project/:component': whole(COMPONENT, {
    summary: 'A component.',
    needs: 'components',
    allow: ITEM,
    get: (request) => ({ json: COMPONENT.json(componentOf(request), request.links) }),
  }),
  '/components/:project/:component/translations': paged(COMPONENT_TRANSLATION, {
    summary: 'Translations of a component.',
    needs: 'units',
    allow: LIST,
    get: (request) =>
      listing(listedTranslations(componentOf(request).translations), (translation) =>
        COMPONENT_TRANSLATION.json(translation, request.links),
      ),
  }),
  '/components/:project/:component/statistics': paged(LANGUAGE_STATISTICS, {
    summary: 'Statistics of each translation of a component.',
    needs: 'units',
    formats: ['json-flat', 'ndjson'],
    limits: LARGE_PAGES,
    get: (request) =>
      listing(listedTranslations(componentOf(request).translations), (translation) =>
        translationStatistics(translation, request.links),
      ),
  }),
  '/components/:project/:component/links': paged(PROJECT, {
    summary: 'Projects that share a component.',
    needs: 'components',
    allow: LIST,
    get(request) {
      const { links } = componentOf(request).config
      const projects = request.view.projects.filter(({ config }) => links.includes(config.slug))
      return listing(projects, (project) => PROJECT.json(project, request.links))
    },
  }),
  // Transient: branches and tags may change while the served commit stays the same.
  '/components/:project/:component/refs': whole(page(REF), {
    summary: 'Branches and tags with files of a component, the newest first.',
    needs: 'files',
    isOwn: true,
    query: pageParameters(),
    async get(request) {
      const refs = await request.catalog.refs(componentOf(request))
      return { json: paginate(listing(refs, REF.json), request), isTransient: true }
    },
  }),
  '/translations': paged(TRANSLATION, {
    summary: 'All translations.',
    needs: 'units',
    get: ({ view, links }) =>
      listing(listedTranslations(translationsOf(componentsOf(view))), (translation) =>
        TRANSLATION.json(translation, links),
      ),
  }),
  '/translations/:project/:component/:language': whole(TRANSLATION, {
    summary: 'A translation.',
    needs: 'units',
    allow: 'GET, DELETE, HEAD, OPTIONS',
    get: (request) => ({ json: TRANSLATION.json(readTranslationOf(request), request.links) }),
  }),
  '/translations/:project/:component/:language/statistics': whole(LANGUAGE_STATISTICS, {
    summary: 'Statistics of a translation.',
    needs: 'units',
    formats: ['json-flat'],
    get: (request) => ({ json: translationStatistics(readTranslationOf(request), request.links) }),
  }),
}
