import { type Endpoint, ITEM, LIST, READ } from './endpoint.ts'
import * as categories from './routes/categories.ts'
import * as changes from './routes/changes.ts'
import * as checks from './routes/checks.ts'
import * as compare from './routes/compare.ts'
import * as components from './routes/components.ts'
import * as credits from './routes/credits.ts'
import * as files from './routes/files.ts'
import * as languages from './routes/languages.ts'
import { showMetrics, showSiteStatistics } from './routes/metrics.ts'
import * as outdated from './routes/outdated.ts'
import * as projects from './routes/projects.ts'
import * as refs from './routes/refs.ts'
import * as repository from './routes/repository.ts'
import * as root from './routes/root.ts'
import { showDocs, showSchema } from './routes/schema.ts'
import { search } from './routes/search.ts'
import * as translations from './routes/translations.ts'
import * as trend from './routes/trend.ts'
import { listUnitHistory } from './routes/unit-history.ts'
import * as units from './routes/units.ts'
import { UNSUPPORTED } from './routes/unsupported.ts'
import * as users from './routes/users.ts'

const PROJECT = '/projects/:project'
const COMPONENT = '/components/:project/:component'
const TRANSLATION = '/translations/:project/:component/:language'

/**
 * Every address below `/api`, without its trailing slash: what OPTIONS calls it, Weblate's methods, the answer to GET.
 * `DESCRIPTIONS` says of each what the answer looks like.
 */
export const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  '/': { name: 'API Root', allow: READ, get: root.showRoot },

  '/projects': { name: 'Project List', allow: LIST, get: projects.listProjects },
  [PROJECT]: { name: 'Project Instance', allow: ITEM, get: projects.showProject },
  [`${PROJECT}/components`]: {
    name: 'Components',
    allow: LIST,
    get: projects.listProjectComponents,
  },
  [`${PROJECT}/components/statistics`]: {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    hasNdjson: true,
    get: projects.listProjectComponentStatistics,
  },
  [`${PROJECT}/repository`]: {
    name: 'Repository',
    allow: LIST,
    get: repository.showProjectRepository,
  },
  [`${PROJECT}/trend`]: { name: 'Trend', allow: READ, get: trend.showProjectTrend },
  [`${PROJECT}/statistics`]: {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    get: projects.showProjectStatistics,
  },
  [`${PROJECT}/categories`]: {
    name: 'Categories',
    allow: READ,
    get: projects.listProjectCategories,
  },
  [`${PROJECT}/changes`]: { name: 'Changes', allow: READ, get: changes.listProjectChanges },
  [`${PROJECT}/checks`]: { name: 'Checks', allow: READ, get: checks.listProjectChecks },
  [`${PROJECT}/outdated`]: { name: 'Outdated', allow: READ, get: outdated.listProjectOutdated },
  [`${PROJECT}/languages`]: {
    name: 'Languages',
    allow: READ,
    hasFlatJson: true,
    get: projects.listProjectLanguages,
  },
  [`${PROJECT}/labels`]: { name: 'Labels', allow: LIST, get: projects.listProjectLabels },
  [`${PROJECT}/file`]: { name: 'File', allow: READ, isFile: true, get: files.downloadProject },
  [`${PROJECT}/credits`]: { name: 'Credits', allow: READ, get: credits.listProjectCredits },
  [`${PROJECT}/lock`]: { name: 'Lock', allow: LIST, get: projects.showProjectLock },

  [`${PROJECT}/compare`]: {
    name: 'Compare',
    allow: READ,
    isComparison: true,
    get: compare.compareProjectRefs,
  },

  '/components': { name: 'Component List', allow: READ, get: components.listComponents },
  [COMPONENT]: { name: 'Component Instance', allow: ITEM, get: components.showComponent },
  [`${COMPONENT}/repository`]: {
    name: 'Repository',
    allow: LIST,
    get: repository.showComponentRepository,
  },
  [`${COMPONENT}/translations`]: {
    name: 'Translations',
    allow: LIST,
    get: components.listComponentTranslations,
  },
  [`${COMPONENT}/trend`]: { name: 'Trend', allow: READ, get: trend.showComponentTrend },
  [`${COMPONENT}/refs`]: { name: 'Refs', allow: READ, get: refs.listComponentRefs },
  [`${COMPONENT}/statistics`]: {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    hasNdjson: true,
    get: components.listComponentStatistics,
  },
  [`${COMPONENT}/monolingual_base`]: {
    name: 'Monolingual Base',
    allow: READ,
    isFile: true,
    get: files.downloadTemplate,
  },
  [`${COMPONENT}/new_template`]: {
    name: 'New Template',
    allow: READ,
    isFile: true,
    get: files.downloadNewBase,
  },
  [`${COMPONENT}/file`]: { name: 'File', allow: READ, isFile: true, get: files.downloadComponent },
  [`${COMPONENT}/lock`]: { name: 'Lock', allow: LIST, get: components.showComponentLock },
  [`${COMPONENT}/credits`]: { name: 'Credits', allow: READ, get: credits.listComponentCredits },
  [`${COMPONENT}/links`]: { name: 'Links', allow: LIST, get: components.listComponentLinks },
  [`${COMPONENT}/changes`]: { name: 'Changes', allow: READ, get: changes.listComponentChanges },
  [`${COMPONENT}/checks`]: { name: 'Checks', allow: READ, get: checks.listComponentChecks },
  [`${COMPONENT}/outdated`]: { name: 'Outdated', allow: READ, get: outdated.listComponentOutdated },

  [`${COMPONENT}/compare`]: {
    name: 'Compare',
    allow: READ,
    isComparison: true,
    get: compare.compareComponentRefs,
  },

  '/translations': { name: 'Translation List', allow: READ, get: translations.listTranslations },
  [TRANSLATION]: {
    name: 'Translation Instance',
    allow: 'GET, DELETE, HEAD, OPTIONS',
    get: translations.showTranslation,
  },
  [`${TRANSLATION}/repository`]: {
    name: 'Repository',
    allow: LIST,
    get: repository.showTranslationRepository,
  },
  [`${TRANSLATION}/file`]: {
    name: 'File',
    allow: 'GET, POST, PUT, HEAD, OPTIONS',
    isFile: true,
    get: files.downloadTranslation,
  },
  [`${TRANSLATION}/trend`]: { name: 'Trend', allow: READ, get: trend.showTranslationTrend },
  [`${TRANSLATION}/statistics`]: {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    get: translations.showTranslationStatistics,
  },
  [`${TRANSLATION}/changes`]: { name: 'Changes', allow: READ, get: changes.listTranslationChanges },
  [`${TRANSLATION}/checks`]: { name: 'Checks', allow: READ, get: checks.listTranslationChecks },
  [`${TRANSLATION}/outdated`]: {
    name: 'Outdated',
    allow: READ,
    get: outdated.listTranslationOutdated,
  },
  [`${TRANSLATION}/units`]: {
    name: 'Units',
    allow: LIST,
    hasNdjson: true,
    get: units.listTranslationUnits,
  },

  '/categories': { name: 'Category List', allow: LIST, get: categories.listCategories },
  '/categories/:id': { name: 'Category Instance', allow: ITEM, get: categories.showCategory },
  '/categories/:id/statistics': {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    get: categories.showCategoryStatistics,
  },

  '/languages': { name: 'Language List', allow: LIST, get: languages.listLanguages },
  '/languages/:language': { name: 'Language Instance', allow: ITEM, get: languages.showLanguage },
  '/languages/:language/changes': {
    name: 'Changes',
    allow: READ,
    get: changes.listLanguageChanges,
  },
  '/languages/:language/statistics': {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    get: languages.showLanguageStatistics,
  },

  '/units': { name: 'Unit List', allow: READ, hasNdjson: true, get: units.listUnits },
  '/units/:id': { name: 'Unit Instance', allow: ITEM, get: units.showUnit },
  '/units/:id/history': { name: 'History', allow: READ, get: listUnitHistory },
  '/units/:id/translations': {
    name: 'Translations',
    allow: READ,
    get: units.listUnitTranslations,
  },
  '/units/:id/checks': { name: 'Checks', allow: READ, get: checks.listUnitChecks },
  '/checks': { name: 'Check List', allow: READ, get: checks.listChecks },
  '/changes': { name: 'Change List', allow: READ, get: changes.listChanges },
  '/changes/:id': { name: 'Change Instance', allow: READ, get: changes.showChange },

  '/users': { name: 'User List', allow: LIST, get: users.listUsers },
  '/users/:name': { name: 'User Instance', allow: ITEM, get: users.showUser },
  '/users/:name/statistics': { name: 'Statistics', allow: READ, get: users.showUserStatistics },
  '/users/:name/contributions': {
    name: 'Contributions',
    allow: READ,
    get: users.listUserContributions,
  },
  '/users/:name/changes': { name: 'Changes', allow: READ, get: changes.listUserChanges },

  '/metrics': { name: 'Metrics', allow: READ, hasOpenMetrics: true, get: showMetrics },
  '/statistics': {
    name: 'Statistics',
    allow: READ,
    hasFlatJson: true,
    get: showSiteStatistics,
  },
  '/search': { name: 'Search', allow: READ, get: search },
  '/schema': {
    name: 'Schema',
    allow: READ,
    isFile: true,
    get: (request) => showSchema(request, ENDPOINTS),
  },
  '/docs': {
    name: 'Docs',
    allow: READ,
    isFile: true,
    get: (request) => showDocs(request, ENDPOINTS),
  },
  ...UNSUPPORTED,
}
