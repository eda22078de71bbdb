import { refuseUnknownShare } from '../../http/until-known.ts'
import { compareLanguages } from '../../languages/language.ts'
import { pathInProject } from '../../model/paths.ts'
import { listedTranslations } from '../../model/readiness.ts'
import { countedComponents } from '../../view/share.ts'
import { type LanguageUse, languagesOf, translationsOf } from '../../view/view.ts'
import { paged, whole } from '../define.ts'
import { type Endpoints, ITEM, LIST, projectOf } from '../endpoint.ts'
import { listing, WHOLE_PAGES } from '../pagination.ts'
import { JsonList } from '../rendering/json.ts'
import { CATEGORY } from '../resources/category.ts'
import { PROJECT_COMPONENT } from '../resources/component.ts'
import { PROJECT } from '../resources/project.ts'
import { PROJECT_METRICS, projectMetrics } from '../resources/project-metrics.ts'
import {
  LANGUAGE_STATISTICS,
  projectLanguageStatistics,
  projectStatistics,
  ROW_STATISTICS,
  STATISTICS,
  translationStatistics,
} from '../resources/statistics.ts'
import { arrayOf } from '../schema/schema.ts'

export const projectEndpoints: Endpoints = {
  '/projects': paged(PROJECT, {
    name: 'Project List',
    summary: 'All projects.',
    allow: LIST,
    get: ({ view, links }) => listing(view.projects, (project) => PROJECT.json(project, links)),
  }),
  '/projects/:project': whole(PROJECT, {
    name: 'Project Instance',
    summary: 'A project.',
    allow: ITEM,
    get: (request) => ({ json: PROJECT.json(projectOf(request), request.links) }),
  }),
  '/projects/:project/components': paged(PROJECT_COMPONENT, {
    name: 'Components',
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
    name: 'Statistics',
    summary: 'Statistics of all translations of a project, in one call.',
    needs: 'units',
    isOwn: true,
    hasFlatJson: true,
    hasNdjson: true,
    limits: WHOLE_PAGES,
    get: (request) =>
      listing(listedTranslations(translationsOf(projectOf(request).components)), (translation) => ({
        ...translationStatistics(translation, request.links),
        component: pathInProject(translation.component.config),
      })),
  }),
  '/projects/:project/statistics': whole(STATISTICS, {
    name: 'Statistics',
    summary: 'Statistics of a project.',
    needs: 'units',
    hasFlatJson: true,
    get(request) {
      const project = projectOf(request)
      refuseUnknownShare(countedComponents(project), [project])
      return { json: projectStatistics(project, request.links) }
    },
  }),
  // Sorts components by priority and name, languages by name.
  '/projects/:project/metrics': whole(PROJECT_METRICS, {
    name: 'Metrics',
    summary: 'Metrics of each language of each component.',
    needs: 'units',
    hasOpenMetrics: true,
    get: (request) => projectMetrics(projectOf(request)),
  }),
  '/projects/:project/categories': paged(CATEGORY, {
    name: 'Categories',
    summary: 'Categories of a project.',
    get: (request) =>
      listing(projectOf(request).categories, (category) => CATEGORY.json(category, request.links)),
  }),
  // Ordered by the English name of the language.
  '/projects/:project/languages': whole(arrayOf(LANGUAGE_STATISTICS), {
    name: 'Languages',
    summary: 'Languages of a project, with statistics.',
    needs: 'units',
    hasFlatJson: true,
    get(request) {
      const project = projectOf(request)
      const uses = languagesOf(countedComponents(project))
        .filter(({ translations }) => listedTranslations(translations).length > 0)
        .sort((a, b) => compareLanguages(a.language, b.language))
      const statisticsOf = (index: number) =>
        projectLanguageStatistics(project, uses[index] as LanguageUse, request.links)
      return { json: new JsonList(uses.length, statisticsOf) }
    },
  }),
}
