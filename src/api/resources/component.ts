import type { ComponentRef } from '../../catalog/component-refs.ts'
import type { Component } from '../../catalog/model.ts'
import { encodedPlaceOf, encodePlace, placeOf } from '../../catalog/paths.ts'
import { formatOf } from '../../catalog/reading/translation-file.ts'
import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import type { Links } from '../links.ts'
import { JsonExtra } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { COMPLETENESS, completenessResource } from './completeness.ts'
import { LANGUAGE, languageResource } from './language.ts'
import { isLocked } from './never.ts'
import { PROJECT, projectResource } from './project.ts'
import { MESSAGE_SETTINGS, messages, setting, settingSchema } from './setting.ts'
import { timestamp } from './timestamp.ts'

/**
 * Returns a Component with the keys of both versions and the completeness of its history. Lists of a project omit
 * `project`.
 */
export function componentResource(component: Component, links: Links): s.JsonOf<typeof COMPONENT>
export function componentResource(
  component: Component,
  links: Links,
  withProject: false,
): s.JsonOf<typeof PROJECT_COMPONENT>
export function componentResource(
  component: Component,
  links: Links,
  withProject = true,
): s.JsonOf<typeof PROJECT_COMPONENT> {
  const { config, project } = component
  return {
    name: config.name,
    slug: config.slug,
    id: component.id,
    source_language: languageResource(component.sourceLanguage, component.sourceLanguageId, links),
    ...(withProject && { project: projectResource(project, links) }),
    ...repositoryFields(component, links),
    ...addressFields(component, links),
    ...settingFields(component, links),
    locked: isLocked(component),
    history: new JsonExtra({
      state_from: config.stateFrom,
      ...completenessResource(component.completeness),
    }),
  }
}

function repositoryFields(component: Component, links: Links) {
  const { config } = component
  return {
    vcs: config.vcs,
    vcs_params: {},
    repo: component.repo,
    git_export: config.gitExport ? `${links.base}/git/${placeOf(component)}/` : '',
    branch: component.branch,
    push_branch: config.pushBranch,
    filemask: config.filemask,
    screenshot_filemask: config.screenshotFilemask,
    template: config.template,
    edit_template: config.editTemplate,
    intermediate: config.intermediate,
    new_base: config.newBase,
    file_format: config.fileFormat,
    file_format_params: config.fileFormatParams,
    ...setting('license', config.license),
    license_url: licenseAddress(config.license),
    announcements_url: links.api(`components/${encodedPlaceOf(component)}/announcements/`),
    ...setting('agreement', config.agreement),
  }
}

function addressFields(component: Component, links: Links) {
  const path = `components/${encodedPlaceOf(component)}/`
  return {
    web_url: links.page(`projects/${placeOf(component)}/`),
    url: links.api(path),
    repository_url: links.api(`${path}repository/`),
    translations_url: links.api(`${path}translations/`),
    statistics_url: links.api(`${path}statistics/`),
    lock_url: links.api(`${path}lock/`),
    links_url: links.api(`${path}links/`),
    changes_list_url: links.api(`${path}changes/`),
    task_url: null,
    reports_url: links.api(`${path}reports/`),
    credits_url: links.api(`${path}credits/`),
  }
}

function settingFields({ config, project, category }: Component, links: Links) {
  const { linkedComponent } = config
  return {
    ...setting('new_lang', config.newLang),
    ...setting('language_code_style', config.languageCodeStyle),
    push: config.push,
    check_flags: config.checkFlags,
    effective_check_flags: formatFlags(
      mergeFlags(project.config.checkFlags, formatOf(config).checkFlags, config.checkFlags),
    ),
    priority: config.priority,
    ...setting('enforced_checks', config.enforcedChecks),
    restricted: config.restricted,
    repoweb: config.repoweb,
    repoweb_translations: '',
    report_source_bugs: config.reportSourceBugs,
    merge_style: config.mergeStyle,
    ...messages,
    allow_translation_propagation: config.allowTranslationPropagation,
    hide_glossary_matches: false,
    contribute_project_tm: true,
    manage_units: config.manageUnits,
    enable_suggestions: config.enableSuggestions,
    suggestion_voting: config.suggestionVoting,
    suggestion_autoaccept: config.suggestionAutoaccept,
    push_on_commit: config.pushOnCommit,
    push_on_update: true,
    commit_pending_age: config.commitPendingAge,
    auto_lock_error: config.autoLockError,
    language_regex: config.languageRegex,
    key_filter: config.keyFilter,
    ...setting('secondary_language', null),
    variant_regex: config.variantRegex,
    addons: [],
    is_glossary: config.isGlossary,
    glossary_color: config.glossaryColor,
    category: category === undefined ? null : links.api(`categories/${category.id}/`),
    linked_component:
      linkedComponent === undefined
        ? null
        : links.api(`components/${encodePlace(linkedComponent)}/`),
  }
}

/** Returns the URL of a license whose name looks like an SPDX id. */
function licenseAddress(license: string): string | null {
  return license !== 'proprietary' && /^[\w.+-]+$/.test(license)
    ? `https://spdx.org/licenses/${encodeURIComponent(license)}.html`
    : null
}

const COMPONENT_HISTORY = s.resource(
  'ComponentHistory',
  'How states are computed, and how far back the history is known. Not in Weblate.',
  { state_from: s.STRING, ...COMPLETENESS.properties },
)

export const COMPONENT = s.resource(
  'Component',
  'A component: files of one format, with one translation per language.',
  {
    name: s.STRING,
    slug: s.STRING,
    id: s.ID,
    source_language: LANGUAGE,
    project: PROJECT,
    vcs: s.STRING,
    vcs_params: s.recordOf(),
    repo: s.STRING,
    git_export: s.STRING,
    branch: s.STRING,
    push_branch: s.STRING,
    filemask: s.described(s.STRING, 'Path in the repository; `*` stands for the language.'),
    screenshot_filemask: s.STRING,
    template: s.described(s.STRING, 'Path of the file with the source strings; empty for none.'),
    edit_template: s.BOOLEAN,
    intermediate: s.STRING,
    new_base: s.STRING,
    file_format: s.STRING,
    file_format_params: s.recordOf<s.JsonSchema<string | number | boolean>>(),
    ...settingSchema('license', s.STRING),
    license_url: s.nullable(s.LINK),
    announcements_url: s.LINK,
    ...settingSchema('agreement', s.STRING),
    web_url: s.LINK,
    url: s.LINK,
    repository_url: s.LINK,
    translations_url: s.LINK,
    statistics_url: s.LINK,
    lock_url: s.LINK,
    links_url: s.LINK,
    changes_list_url: s.LINK,
    task_url: s.nullable(s.LINK),
    reports_url: s.LINK,
    credits_url: s.LINK,
    ...settingSchema('new_lang', s.STRING),
    ...settingSchema('language_code_style', s.STRING),
    push: s.STRING,
    check_flags: s.STRING,
    effective_check_flags: s.described(
      s.STRING,
      'All check flags: of the project, the format and the component.',
    ),
    priority: s.INTEGER,
    ...settingSchema('enforced_checks', s.arrayOf(s.STRING)),
    restricted: s.BOOLEAN,
    repoweb: s.STRING,
    repoweb_translations: s.STRING,
    report_source_bugs: s.STRING,
    merge_style: s.STRING,
    ...MESSAGE_SETTINGS,
    allow_translation_propagation: s.BOOLEAN,
    hide_glossary_matches: s.BOOLEAN,
    contribute_project_tm: s.BOOLEAN,
    manage_units: s.BOOLEAN,
    enable_suggestions: s.BOOLEAN,
    suggestion_voting: s.BOOLEAN,
    suggestion_autoaccept: s.INTEGER,
    push_on_commit: s.BOOLEAN,
    push_on_update: s.BOOLEAN,
    commit_pending_age: s.INTEGER,
    auto_lock_error: s.BOOLEAN,
    language_regex: s.STRING,
    key_filter: s.STRING,
    ...settingSchema('secondary_language', s.nullable(s.ID)),
    variant_regex: s.STRING,
    addons: s.arrayOf(s.LINK),
    is_glossary: s.BOOLEAN,
    glossary_color: s.STRING,
    category: s.nullable(s.LINK),
    linked_component: s.nullable(s.LINK),
    locked: s.BOOLEAN,
    history: s.extra(COMPONENT_HISTORY),
  },
)

/** The schema of a component in its project's list. */
export const PROJECT_COMPONENT = s.without(COMPONENT, 'project', 'ProjectComponent')

/** A Ref, 4 keys. */
export function refResource({ name, kind, commit }: ComponentRef): s.JsonOf<typeof REF> {
  return { name, kind, commit: commit.oid, timestamp: timestamp(commit.committer.timestamp) }
}

export const REF = s.resource('Ref', 'A branch or a tag that has files of a component.', {
  name: s.described(s.STRING, 'Name for the parameter `ref`.'),
  kind: s.oneOf('branch', 'tag'),
  commit: s.described(s.STRING, 'Id of the commit; for a tag, the one that it points to.'),
  timestamp: s.described(s.TIMESTAMP, 'Time of the commit.'),
})
