import { refuseUnknownShare } from '../../http/refuse-unknown.ts'
import { compareLanguages } from '../../languages/language.ts'
import { encodeSegment, pathInProject } from '../../model/paths.ts'
import { listedTranslations } from '../../model/readiness.ts'
import { countedComponents } from '../../view/counted-components.ts'
import { languagesOf, translationsOf } from '../../view/view.ts'
import { type Endpoints, ITEM, LIST, paged, projectOf, whole } from '../endpoint.ts'
import { listing, WHOLE_PAGES } from '../pagination.ts'
import { PROJECT_COMPONENT } from '../resources/component.ts'
import { PROJECT } from '../resources/project.ts'
import { PROJECT_METRICS, projectMetrics } from '../resources/project-metrics.ts'
import {
  count,
  LANGUAGE_STATISTICS,
  projectHasReviews,
  ROW_STATISTICS,
  STATISTICS,
  translationStatistics,
} from '../resources/statistics.ts'
import { arrayOf } from '../schema/schema.ts'
import { CATEGORY } from './categories.ts'

export const projectEndpoints: Endpoints = {
  '/projects': paged(PROJECT, {
    summary: 'All projects.',
    allow: LIST,
    get: ({ view, links }) => listing(view.projects, (project) => PROJECT.json(project, links)),
  }),
  '/projects/:project': whole(PROJECT, {
    summary: 'A project.',
    allow: ITEM,
    get: (request) => ({ json: PROJECT.json(projectOf(request), request.links) }),
  }),
  '/projects/:project/components': paged(PROJECT_COMPONENT, {
    summary: 'Components of a project.',
    needs: 'components',
    allow: LIST,
    get: (request) =>
      listing(projectOf(request).components, (component) =>
        PROJECT_COMPONENT.json(component, request.links),
      ),
  }),
  // Concatenates the lists of all components.
  '/projects/:project/components/statistics': paged(ROW_STATISTICS, {
    summary: 'Statistics of all translations of a project, in one call.',
    needs: 'units',
    isOwn: true,
    formats: ['json-flat', 'ndjson'],
    limits: WHOLE_PAGES,
    get: (request) =>
      listing(listedTranslations(translationsOf(projectOf(request).components)), (translation) => ({
        ...translationStatistics(translation, request.links),
        component: pathInProject(translation.component.config),
      })),
  }),
  '/projects/:project/statistics': whole(STATISTICS, {
    summary: 'Statistics of a project.',
    needs: 'units',
    formats: ['json-flat'],
    get(request) {
      const project = projectOf(request)
      const components = countedComponents(project)
      refuseUnknownShare(components, [project])
      const { slug, name } = project.config
      const counted = count(translationsOf(components), projectHasReviews(project))
      return { json: STATISTICS.json(counted, name, request.links.page(`projects/${slug}/`)) }
    },
  }),
  // Sorts components by priority and name, languages by name.
  '/projects/:project/metrics': whole(PROJECT_METRICS, {
    summary: 'Metrics of each language of each component.',
    needs: 'units',
    formats: ['openmetrics'],
    get: (request) => projectMetrics(projectOf(request)),
  }),
  '/projects/:project/categories': paged(CATEGORY, {
    summary: 'Categories of a project.',
    get: (request) =>
      listing(projectOf(request).categories, (category) => CATEGORY.json(category, request.links)),
  }),
  // Ordered by the English name of the language.
  '/projects/:project/languages': whole(arrayOf(LANGUAGE_STATISTICS), {
    summary: 'Languages of a project, with statistics.',
    needs: 'units',
    formats: ['json-flat'],
    get(request) {
      const project = projectOf(request)
      const uses = languagesOf(countedComponents(project))
        .filter(({ translations }) => listedTranslations(translations).length > 0)
        .sort((a, b) => compareLanguages(a.language, b.language))
      const areReviewed = projectHasReviews(project)
      const json = listing(uses, ({ language, translations }) => {
        const place = `${project.config.slug}/-/${encodeSegment(language.code)}`
        const counted = count(translations, areReviewed)
        return LANGUAGE_STATISTICS.json(counted, language, place, request.links)
      })
      return { json }
    },
  }),
}
