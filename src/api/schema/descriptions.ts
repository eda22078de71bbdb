import { CATEGORY } from '../resources/category.ts'
import { CHANGE } from '../resources/change.ts'
import { CHECK, FAILURE, FAILURE_COUNT } from '../resources/check.ts'
import { COMPARISON } from '../resources/comparison.ts'
import { COMPONENT, PROJECT_COMPONENT } from '../resources/component.ts'
import { LANGUAGE } from '../resources/language.ts'
import { METRICS } from '../resources/metrics.ts'
import { LOCK, NOTHING } from '../resources/never.ts'
import { OUTDATED } from '../resources/outdated.ts'
import { PROJECT } from '../resources/project.ts'
import { REF } from '../resources/ref.ts'
import { PROJECT_REPOSITORY, REPOSITORY } from '../resources/repository.ts'
import { ROOT } from '../resources/root.ts'
import { SEARCH_HIT } from '../resources/search-hit.ts'
import { LANGUAGE_STATISTICS, ROW_STATISTICS, STATISTICS } from '../resources/statistics.ts'
import { COMPONENT_TRANSLATION, TRANSLATION } from '../resources/translation.ts'
import { TREND } from '../resources/trend.ts'
import { UNIT } from '../resources/unit.ts'
import { CREDIT, USER, USER_STATISTICS } from '../resources/user.ts'
import { UNIT_HISTORY } from '../resources/version.ts'
import {
  type Description,
  file,
  largePaged,
  list,
  one,
  own,
  paged,
  pagedAs,
  refused,
  wholePaged,
} from './description.ts'
import {
  ARCHIVE,
  BASELINE,
  CHANGE_FILTERS,
  CONVERSION,
  CREDITS_FILTERS,
  LANGUAGE_CODE,
  Q,
  REFS,
  TEXT,
  TREND_FILTERS,
  USER_FILTERS,
} from './parameters.ts'
import { arrayOf } from './schema.ts'

/** Objects with the name of a language as their only key. */
const credits = (summary: string): Description => ({
  summary,
  body: arrayOf({ type: 'object', additionalProperties: arrayOf(CREDIT) }),
  query: CREDITS_FILTERS,
})

/** What every endpoint answers, by its address in `ENDPOINTS`: the OpenAPI schema and the documentation are made from it. */
export const DESCRIPTIONS: Readonly<Record<string, Description>> = {
  '/': one('Where the lists are.', ROOT),

  '/projects': paged('All projects.', PROJECT),
  '/projects/:project': one('A project.', PROJECT),
  '/projects/:project/components': paged('Components of a project.', PROJECT_COMPONENT),
  '/projects/:project/components/statistics': own(
    wholePaged('Counts of all translations, in one call.', ROW_STATISTICS),
  ),
  '/projects/:project/repository': one('State of its repositories.', PROJECT_REPOSITORY),
  '/projects/:project/trend': own(one('Counts of a project over time.', TREND, ...TREND_FILTERS)),
  '/projects/:project/statistics': one('Counts over a project.', STATISTICS),
  '/projects/:project/categories': paged('Categories of a project.', CATEGORY),
  '/projects/:project/changes': paged('Changes in a project.', CHANGE, ...CHANGE_FILTERS),
  '/projects/:project/languages': list('Counts of each language.', LANGUAGE_STATISTICS),
  '/projects/:project/labels': paged('Labels of a project: none.', NOTHING),
  '/projects/:project/file': file('Files of a project as a zip.', ARCHIVE, LANGUAGE_CODE),
  '/projects/:project/lock': one('Whether translating is locked: never.', LOCK),
  '/projects/:project/credits': credits('Who translated a project, by language.'),
  '/projects/:project/checks': own(list('Checks that fail in a project.', FAILURE_COUNT)),
  '/projects/:project/outdated': own(
    pagedAs('Translations of a project whose source changed since.', OUTDATED, BASELINE),
  ),
  '/projects/:project/compare': own(pagedAs('The difference of two refs.', COMPARISON, ...REFS)),

  '/categories': paged('All categories.', CATEGORY),
  '/categories/:id': one('A category.', CATEGORY),
  '/categories/:id/statistics': one('Counts of a category.', STATISTICS),

  '/components': paged('All components.', COMPONENT),
  '/components/:project/:component': one('A component.', COMPONENT),
  '/components/:project/:component/repository': one('State of its repository.', REPOSITORY),
  '/components/:project/:component/translations': paged(
    'Translations of a component.',
    COMPONENT_TRANSLATION,
  ),
  '/components/:project/:component/refs': own(
    paged('Branches and tags that have files of a component, the newest first.', REF),
  ),
  '/components/:project/:component/trend': own(
    one('Counts of a component over time.', TREND, ...TREND_FILTERS),
  ),
  '/components/:project/:component/statistics': largePaged(
    'Counts of each translation.',
    LANGUAGE_STATISTICS,
  ),
  '/components/:project/:component/monolingual_base': file('The template.'),
  '/components/:project/:component/new_template': file('What new translations start from.'),
  '/components/:project/:component/file': file('Files of a component as a zip.', ARCHIVE),
  '/components/:project/:component/lock': one('Whether translating is locked: never.', LOCK),
  '/components/:project/:component/links': paged('Projects that share it.', PROJECT),
  '/components/:project/:component/changes': paged(
    'Changes in a component.',
    CHANGE,
    ...CHANGE_FILTERS,
  ),
  '/components/:project/:component/credits': credits('Who translated a component, by language.'),
  '/components/:project/:component/checks': own(
    list('Checks that fail in a component.', FAILURE_COUNT),
  ),
  '/components/:project/:component/outdated': own(
    pagedAs('Translations of a component whose source changed since.', OUTDATED, BASELINE),
  ),
  '/components/:project/:component/compare': own(
    pagedAs('The difference of two refs.', COMPARISON, ...REFS),
  ),

  '/translations': paged('All translations.', TRANSLATION),
  '/translations/:project/:component/:language': one('A translation.', TRANSLATION),
  '/translations/:project/:component/:language/repository': one(
    'State of its repository.',
    REPOSITORY,
  ),
  '/translations/:project/:component/:language/file': file(
    'The file of a translation, as it is or converted.',
    CONVERSION,
    Q,
  ),
  '/translations/:project/:component/:language/trend': own(
    one('Counts of a translation over time.', TREND, ...TREND_FILTERS),
  ),
  '/translations/:project/:component/:language/statistics': one(
    'Counts of a translation.',
    LANGUAGE_STATISTICS,
  ),
  '/translations/:project/:component/:language/changes': paged(
    'Changes in a translation.',
    CHANGE,
    ...CHANGE_FILTERS,
  ),
  '/translations/:project/:component/:language/units': paged('Units of a translation.', UNIT, Q),
  '/translations/:project/:component/:language/checks': own(
    list('Checks that fail in a translation.', FAILURE_COUNT),
  ),
  '/translations/:project/:component/:language/outdated': own(
    pagedAs('Units whose source changed since their translation.', OUTDATED, BASELINE),
  ),

  '/languages': paged('Languages in use.', LANGUAGE),
  '/languages/:language': one('A language in use.', LANGUAGE),
  '/languages/:language/changes': paged(
    'Changes in a language. Not in Weblate.',
    CHANGE,
    ...CHANGE_FILTERS,
  ),
  '/languages/:language/statistics': one('Counts of a language.', STATISTICS),

  '/units': largePaged('All units.', UNIT, Q),
  '/units/:id': one('A unit.', UNIT),
  '/units/:id/history': own(
    pagedAs('Every version of a unit, through renamed keys and moved files.', UNIT_HISTORY),
  ),
  '/units/:id/translations': list('A source unit in all other languages.', UNIT),
  '/units/:id/checks': own(list('Failing checks of a unit, with their reasons.', FAILURE)),
  '/checks': own(largePaged('All quality checks.', CHECK)),
  '/changes': paged('All changes, newest first.', CHANGE, ...CHANGE_FILTERS),
  '/changes/:id': one('A change.', CHANGE),

  '/metrics': one('How much there is on the server.', METRICS),
  '/statistics': own(one('Counts over the whole server.', STATISTICS)),
  '/search': list(
    'Projects, categories, components, users and languages by name.',
    SEARCH_HIT,
    TEXT,
  ),
  '/schema': file('This description, as JSON or YAML.'),
  '/docs': file('This description as a page.'),

  '/users': paged('Authors of commits.', USER, ...USER_FILTERS),
  '/users/:name': one('An author of commits.', USER),
  '/users/:name/statistics': one('How much somebody translated.', USER_STATISTICS),
  '/users/:name/contributions': paged('Translations that somebody wrote in.', TRANSLATION),
  '/users/:name/changes': paged(
    'Changes that somebody is the author of. Not in Weblate.',
    CHANGE,
    ...CHANGE_FILTERS,
  ),
  '/users/:name/groups': refused('Writing only.'),
  '/groups': paged('Groups: none.', NOTHING),
  '/groups/:id': refused('No group is known.'),
  '/roles': paged('Roles: none.', NOTHING),
  '/roles/:id': refused('No role is known.'),
  '/memory': refused('Needs a user.'),
  '/memory/:id': refused('Needs a user.'),
  '/screenshots': paged('Screenshots: none.', NOTHING),
  '/screenshots/:id': refused('No screenshot is known.'),
  '/screenshots/:id/file': refused('No screenshot is known.'),
  '/tasks/:id': refused('No task is known.'),
  '/addons': paged('Add-ons: none.', NOTHING),
  '/addons/:id': refused('No add-on is known.'),
  '/component-lists': paged('Component lists: none.', NOTHING),
  '/component-lists/:id': refused('No component list is known.'),
  '/component-lists/:id/components': refused('No component list is known.'),
  '/projects/:project/machinery_settings': refused('Needs a permission.'),
  '/projects/:project/addons': refused('Writing only.'),
  '/projects/:project/labels/:id': refused('Writing only.'),
  '/components/:project/:component/addons': refused('Writing only.'),
  '/components/:project/:component/links/:id': refused('Writing only.'),
  '/components/:project/:component/screenshots': paged('Screenshots: none.', NOTHING),
  '/translations/:project/:component/:language/autotranslate': refused('Writing only.'),
  '/units/:id/comments': refused('Writing only.'),
}
