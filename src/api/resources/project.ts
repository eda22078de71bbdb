import type { Project } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import type { Json } from '../rendering/json.ts'
import { BOOLEAN, INTEGER, LINK, nullable, type Resource, STRING } from '../schema/schema.ts'

/** A Project, 27 keys. */
export function projectResource({ id, config }: Project, links: Links): Json {
  const path = `projects/${config.slug}/`
  return {
    name: config.name,
    slug: config.slug,
    id,
    web: config.web,
    web_url: links.page(path),
    url: links.api(path),
    check_flags: config.checkFlags,
    components_list_url: links.api(`${path}components/`),
    repository_url: links.api(`${path}repository/`),
    statistics_url: links.api(`${path}statistics/`),
    categories_url: links.api(`${path}categories/`),
    changes_list_url: links.api(`${path}changes/`),
    languages_url: links.api(`${path}languages/`),
    labels_url: links.api(`${path}labels/`),
    credits_url: links.api(`${path}credits/`),
    lock_url: links.api(`${path}lock/`),
    translation_review: false,
    source_review: false,
    commit_policy: 0,
    set_language_team: true,
    instructions: config.instructions,
    enable_hooks: config.enableHooks,
    language_aliases: config.languageAliases,
    secondary_language: null,
    enforced_2fa: false,
    machinery_settings: links.api(`${path}machinery_settings/`),
    locked: false,
  }
}

export const PROJECT: Resource = {
  name: 'Project',
  description: 'A project: components that belong together.',
  properties: {
    name: STRING,
    slug: STRING,
    id: INTEGER,
    web: STRING,
    web_url: LINK,
    url: LINK,
    check_flags: STRING,
    components_list_url: LINK,
    repository_url: LINK,
    statistics_url: LINK,
    categories_url: LINK,
    changes_list_url: LINK,
    languages_url: LINK,
    labels_url: LINK,
    credits_url: LINK,
    lock_url: LINK,
    translation_review: BOOLEAN,
    source_review: BOOLEAN,
    commit_policy: INTEGER,
    set_language_team: BOOLEAN,
    instructions: STRING,
    enable_hooks: BOOLEAN,
    language_aliases: STRING,
    secondary_language: nullable(INTEGER),
    enforced_2fa: BOOLEAN,
    machinery_settings: LINK,
    locked: BOOLEAN,
  },
}
