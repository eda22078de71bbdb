import type { Project } from '../../catalog/model.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'

/** A Project, 27 keys. */
export function projectResource({ id, config }: Project, links: Links): s.JsonOf<typeof PROJECT> {
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
    translation_review: config.translationReview,
    source_review: config.sourceReview,
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

export const PROJECT = s.resource('Project', 'A project: components that belong together.', {
  name: s.STRING,
  slug: s.STRING,
  id: s.ID,
  web: s.STRING,
  web_url: s.LINK,
  url: s.LINK,
  check_flags: s.STRING,
  components_list_url: s.LINK,
  repository_url: s.LINK,
  statistics_url: s.LINK,
  categories_url: s.LINK,
  changes_list_url: s.LINK,
  languages_url: s.LINK,
  labels_url: s.LINK,
  credits_url: s.LINK,
  lock_url: s.LINK,
  translation_review: s.BOOLEAN,
  source_review: s.BOOLEAN,
  commit_policy: s.INTEGER,
  set_language_team: s.BOOLEAN,
  instructions: s.STRING,
  enable_hooks: s.BOOLEAN,
  language_aliases: s.STRING,
  secondary_language: s.nullable(s.ID),
  enforced_2fa: s.BOOLEAN,
  machinery_settings: s.LINK,
  locked: s.BOOLEAN,
})
