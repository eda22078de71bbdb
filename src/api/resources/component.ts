import { replacedFormats } from '../../../formats/params.ts'
import type { ComponentRef } from '../../catalog/component-refs.ts'
import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import type { Component } from '../../model/model.ts'
import { encodedPlaceOf, encodePlace, placeOf } from '../../model/paths.ts'
import { formatOf } from '../../reading/translation-file.ts'
import type { Links } from '../links.ts'
import { JsonExtra } from '../rendering/json.ts'
import * as s from '../schema/schema.ts'
import { COMPLETENESS, linkBelow, linksBelow, OWN_LINK, timestamp } from './fields.ts'
import { LANGUAGE } from './language.ts'
import { isLocked, PROJECT } from './project.ts'
import { MESSAGES, setting } from './setting.ts'

const HISTORY = s.resource(
  'ComponentHistory',
  'How states are computed, and how far back the history is known. Not in Weblate.',
  { state_from: s.STRING, ...COMPLETENESS.properties },
)

/** A Component with the keys of both versions and the completeness of its history. */
export const COMPONENT = s.shown(
  'Component',
  'A component: files of one format, with one translation per language.',
  (component: Component, links: Links) => {
    const path = `components/${encodedPlaceOf(component)}/`
    return { ...component.config, ...shownFormat(component.config), component, links, path }
  },
  {
    name: s.STRING,
    slug: s.STRING,
    id: [s.ID, ({ component }) => component.id],
    source_language: [
      LANGUAGE,
      ({ component: { sourceLanguage, sourceLanguageId }, weblate, links }) =>
        LANGUAGE.json(sourceLanguage, sourceLanguageId, weblate, links),
    ],
    project: [PROJECT, ({ component, links }) => PROJECT.json(component.project, links)],
    vcs: s.STRING,
    vcs_params: [s.recordOf(), () => ({})],
    repo: [s.STRING, ({ component }) => component.repo],
    git_export: [
      s.STRING,
      // In Weblate, only the owner of a Git repository has this address.
      ({ gitExport, vcs, linkedComponent, component, links }) =>
        gitExport && vcs === 'git' && linkedComponent === undefined
          ? `${links.base}/git/${placeOf(component)}/`
          : '',
    ],
    branch: [s.STRING, ({ component }) => component.branch],
    push_branch: s.STRING,
    filemask: s.described(s.STRING, 'Path in the repository; `*` stands for the language.'),
    screenshot_filemask: s.STRING,
    template: s.described(s.STRING, 'Path of the file with the source strings; empty for none.'),
    edit_template: s.BOOLEAN,
    intermediate: s.STRING,
    new_base: s.STRING,
    file_format: s.STRING,
    file_format_params: s.recordOf<s.JsonSchema<string | number | boolean>>(),
    ...setting('license', s.STRING),
    license_url: [s.nullable(s.LINK), ({ license }) => licenseAddress(license)],
    announcements_url: linkBelow('announcements/'),
    ...setting('agreement', s.STRING),
    web_url: [s.LINK, ({ component, links }) => links.page(`projects/${placeOf(component)}/`)],
    url: OWN_LINK,
    ...linksBelow('repository', 'translations', 'statistics', 'lock', 'links', 'changes_list'),
    task_url: [s.nullable(s.LINK), () => null],
    ...linksBelow('reports', 'credits'),
    ...setting('new_lang', s.STRING),
    ...setting('language_code_style', s.STRING),
    push: s.STRING,
    check_flags: s.STRING,
    effective_check_flags: [
      s.described(s.STRING, 'All check flags: of the project, the format and the component.'),
      ({ component: { config, project } }) =>
        formatFlags(
          mergeFlags(
            project.config.checkFlags,
            formatOf(config).checkFlags ?? '',
            config.checkFlags,
          ),
        ),
    ],
    priority: s.INTEGER,
    ...setting('enforced_checks', s.arrayOf(s.STRING)),
    restricted: s.BOOLEAN,
    repoweb: s.STRING,
    repoweb_translations: [s.STRING, () => ''],
    report_source_bugs: s.STRING,
    merge_style: s.STRING,
    ...MESSAGES,
    allow_translation_propagation: s.BOOLEAN,
    hide_glossary_matches: [s.BOOLEAN, () => false],
    contribute_project_tm: [s.BOOLEAN, () => true],
    manage_units: s.BOOLEAN,
    enable_suggestions: s.BOOLEAN,
    suggestion_voting: s.BOOLEAN,
    suggestion_autoaccept: s.INTEGER,
    push_on_commit: s.BOOLEAN,
    push_on_update: [s.BOOLEAN, () => true],
    commit_pending_age: s.INTEGER,
    auto_lock_error: s.BOOLEAN,
    language_regex: s.STRING,
    key_filter: s.STRING,
    ...setting('secondary_language', s.nullable(s.ID), () => null),
    variant_regex: s.STRING,
    addons: [s.arrayOf(s.LINK), () => []],
    is_glossary: s.BOOLEAN,
    glossary_color: s.STRING,
    category: [
      s.nullable(s.LINK),
      ({ component: { category }, links }) =>
        category === undefined ? null : links.api(`categories/${category.id}/`),
    ],
    linked_component: [
      s.nullable(s.LINK),
      ({ linkedComponent: linked, links }) =>
        linked === undefined ? null : links.api(`components/${encodePlace(linked)}/`),
    ],
    locked: [s.BOOLEAN, ({ component }) => isLocked(component)],
    history: [
      s.extra(HISTORY),
      ({ stateFrom: state_from, component }) =>
        new JsonExtra({ state_from, ...COMPLETENESS.json(component.completeness) }),
    ],
  },
)

const { project: _, ...fieldsInProject } = COMPONENT.fields

/** A component in its project's list. */
export const PROJECT_COMPONENT = s.shown(
  'ProjectComponent',
  `${COMPONENT.description} Without \`project\`.`,
  COMPONENT.subjectOf,
  fieldsInProject,
)

/** Returns the format as the version of Weblate names it: 2026.10 has fewer formats, with parameters. */
function shownFormat({ fileFormat, fileFormatParams, weblate }: Component['config']) {
  const replaced = weblate === '5.14' ? undefined : replacedFormats.get(fileFormat)
  return replaced === undefined
    ? { fileFormat, fileFormatParams }
    : {
        fileFormat: replaced.format,
        fileFormatParams: { ...replaced.params, ...fileFormatParams },
      }
}

/** Returns the URL of a license whose name looks like an SPDX id. */
function licenseAddress(license: string): string | null {
  return license !== 'proprietary' && /^[\w.+-]+$/.test(license)
    ? `https://spdx.org/licenses/${encodeURIComponent(license)}.html`
    : null
}

export const REF = s.shown(
  'Ref',
  'A branch or a tag that has files of a component.',
  ({ name, kind, commit: { oid, committer } }: ComponentRef) => {
    return { name, kind, commit: oid, timestamp: timestamp(committer.timestamp) }
  },
  {
    name: s.described(s.STRING, 'Name for the parameter `ref`.'),
    kind: s.oneOf('branch', 'tag'),
    commit: s.described(s.STRING, 'Id of the commit; for a tag, the one that it points to.'),
    timestamp: s.described(s.TIMESTAMP, 'Time of the commit.'),
  },
)
