import type { Component } from '../../catalog/model.ts'
import { encodedPlaceOf, encodePlace, placeOf } from '../../catalog/paths.ts'
import type { Links } from '../links.ts'
import { type Json, JsonExtra } from '../rendering/json.ts'
import {
  arrayOf,
  BOOLEAN,
  described,
  INTEGER,
  LINK,
  nullable,
  type Resource,
  STRING,
  without,
} from '../schema/schema.ts'
import { COMPLETENESS, completenessResource } from './completeness.ts'
import { LANGUAGE, languageResource } from './language.ts'
import { PROJECT, projectResource } from './project.ts'

/** A Component, Weblate's 65 keys and what is known of its history; without `project` where the list is the project's own. */
export function componentResource(
  component: Component,
  { links, withProject = true }: { links: Links; withProject?: boolean },
): Json {
  const { config, project, category } = component
  const path = `components/${encodedPlaceOf(component)}/`
  return {
    name: config.name,
    slug: config.slug,
    id: component.id,
    source_language: languageResource(component.sourceLanguage, component.sourceLanguageId, links),
    ...(withProject ? { project: projectResource(project, links) } : {}),
    vcs: config.vcs,
    repo: component.repo,
    git_export: '',
    branch: component.branch,
    push_branch: config.pushBranch,
    filemask: config.filemask,
    screenshot_filemask: config.screenshotFilemask,
    template: config.template,
    edit_template: config.editTemplate,
    intermediate: config.intermediate,
    new_base: config.newBase,
    file_format: config.fileFormat,
    file_format_params: {},
    license: config.license,
    license_url: licenseAddress(config.license),
    agreement: config.agreement,
    web_url: links.page(`projects/${placeOf(component)}/`),
    url: links.api(path),
    repository_url: links.api(`${path}repository/`),
    translations_url: links.api(`${path}translations/`),
    statistics_url: links.api(`${path}statistics/`),
    lock_url: links.api(`${path}lock/`),
    links_url: links.api(`${path}links/`),
    changes_list_url: links.api(`${path}changes/`),
    task_url: null,
    credits_url: links.api(`${path}credits/`),
    new_lang: config.newLang,
    language_code_style: config.languageCodeStyle,
    push: config.push,
    check_flags: config.checkFlags,
    priority: config.priority,
    enforced_checks: config.enforcedChecks,
    restricted: config.restricted,
    repoweb: config.repoweb,
    report_source_bugs: config.reportSourceBugs,
    merge_style: config.mergeStyle,
    ...MESSAGES,
    allow_translation_propagation: config.allowTranslationPropagation,
    manage_units: config.manageUnits,
    enable_suggestions: config.enableSuggestions,
    suggestion_voting: config.suggestionVoting,
    suggestion_autoaccept: config.suggestionAutoaccept,
    push_on_commit: config.pushOnCommit,
    commit_pending_age: config.commitPendingAge,
    auto_lock_error: config.autoLockError,
    language_regex: config.languageRegex,
    key_filter: config.keyFilter,
    secondary_language: null,
    variant_regex: config.variantRegex,
    addons: [],
    is_glossary: config.isGlossary,
    glossary_color: config.glossaryColor,
    category: category === undefined ? null : links.api(`categories/${category.id}/`),
    linked_component:
      config.linkedComponent === undefined
        ? null
        : links.api(`components/${encodePlace(config.linkedComponent)}/`),
    locked: false,
    history: new JsonExtra({
      state_from: config.stateFrom,
      ...completenessResource(component.history?.timeline.completeness),
    }),
  }
}

function licenseAddress(license: string): string | null {
  return license === '' || license === 'proprietary'
    ? null
    : `https://spdx.org/licenses/${encodeURIComponent(license)}.html`
}

/** Clients show these templates and never render them: the service writes no commits. */
const MESSAGES = {
  commit_message:
    'Translate {{ language_name }}\n\nNow at {{ stats.translated_percent }} % ({{ stats.translated }} of {{ stats.all }} strings).\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}',
  add_message: 'Add {{ language_name }} with {{ site_title }}\n',
  delete_message: 'Remove {{ language_name }}\n',
  merge_message: "Merge branch '{{ component_remote_branch }}'\n",
  addon_message:
    'Update translation files by "{{ addon_name }}"\n\nTranslation: {{ project_name }}/{{ component_name }}\nTranslate-URL: {{ url }}',
  pull_message:
    'Translations from {{ site_title }}\n\n[{{ project_name }}/{{ component_name }}]({{ url }}) on [{{ site_title }}]({{ site_url }})\n\n{% if component_linked_childs %}\n{% for linked in component_linked_childs %}\n* [{{ linked.project_name }}/{{ linked.name }}]({{ linked.url }})\n{% endfor %}\n{% endif %}\n\n![Translation status]({{ widget_url }})\n',
}

const COMPONENT_HISTORY: Resource = {
  name: 'ComponentHistory',
  description: 'What states are computed from, and how far back history is known. Not in Weblate.',
  properties: { state_from: STRING, ...COMPLETENESS.properties },
}

export const COMPONENT: Resource = {
  name: 'Component',
  description: 'A component: files of one format, a translation a language.',
  properties: {
    name: STRING,
    slug: STRING,
    id: INTEGER,
    source_language: LANGUAGE,
    project: PROJECT,
    vcs: STRING,
    repo: STRING,
    git_export: STRING,
    branch: STRING,
    push_branch: STRING,
    filemask: described(STRING, 'Path in the repository; `*` stands for the language.'),
    screenshot_filemask: STRING,
    template: described(STRING, 'Path of the file with the source strings; empty for none.'),
    edit_template: BOOLEAN,
    intermediate: STRING,
    new_base: STRING,
    file_format: STRING,
    file_format_params: { type: 'object' },
    license: STRING,
    license_url: nullable(LINK),
    agreement: STRING,
    web_url: LINK,
    url: LINK,
    repository_url: LINK,
    translations_url: LINK,
    statistics_url: LINK,
    lock_url: LINK,
    links_url: LINK,
    changes_list_url: LINK,
    task_url: nullable(LINK),
    credits_url: LINK,
    new_lang: STRING,
    language_code_style: STRING,
    push: STRING,
    check_flags: STRING,
    priority: INTEGER,
    enforced_checks: arrayOf(STRING),
    restricted: BOOLEAN,
    repoweb: STRING,
    report_source_bugs: STRING,
    merge_style: STRING,
    commit_message: STRING,
    add_message: STRING,
    delete_message: STRING,
    merge_message: STRING,
    addon_message: STRING,
    pull_message: STRING,
    allow_translation_propagation: BOOLEAN,
    manage_units: BOOLEAN,
    enable_suggestions: BOOLEAN,
    suggestion_voting: BOOLEAN,
    suggestion_autoaccept: INTEGER,
    push_on_commit: BOOLEAN,
    commit_pending_age: INTEGER,
    auto_lock_error: BOOLEAN,
    language_regex: STRING,
    key_filter: STRING,
    secondary_language: nullable(INTEGER),
    variant_regex: STRING,
    addons: arrayOf(LINK),
    is_glossary: BOOLEAN,
    glossary_color: STRING,
    category: nullable(LINK),
    linked_component: nullable(LINK),
    locked: BOOLEAN,
    history: COMPONENT_HISTORY,
  },
}

/** The same inside the list of a project, which does not repeat itself. */
export const PROJECT_COMPONENT: Resource = without(COMPONENT, 'project', 'ProjectComponent')
