import { formatFlags, mergeFlags } from '../../checks/flags.ts'
import type { Component, Project } from '../../model/model.ts'
import type { Links } from '../links.ts'
import * as s from '../schema/schema.ts'
import { linkBelow, linksBelow, OWN_LINK } from './fields.ts'
import { DEFAULTS, NO_ENFORCED_CHECKS } from './setting.ts'

/** Weblate's codes for access to a project. */
const ACCESS = { public: 0, protected: 1, private: 100 } as const

/** A Project with the keys of both versions. */
export const PROJECT = s.shown(
  'Project',
  'A project: components that belong together.',
  ({ id, config, components }: Project, links: Links) => {
    return { ...config, id, components, links, path: `projects/${config.slug}/` }
  },
  {
    name: s.STRING,
    slug: s.STRING,
    id: s.ID,
    web: s.STRING,
    web_url: [s.LINK, ({ links, path }) => links.page(path)],
    url: OWN_LINK,
    check_flags: s.STRING,
    effective_check_flags: [s.STRING, ({ checkFlags }) => formatFlags(mergeFlags(checkFlags))],
    ...linksBelow('components_list', 'repository', 'statistics', 'metrics', 'categories'),
    ...linksBelow('changes_list', 'languages', 'labels', 'reports', 'credits', 'lock'),
    translation_review: s.BOOLEAN,
    source_review: s.BOOLEAN,
    commit_policy: [s.INTEGER, () => 0],
    workspace: [s.nullable(s.STRING), () => null],
    set_language_team: [s.BOOLEAN, () => true],
    instructions: s.STRING,
    enable_hooks: s.BOOLEAN,
    language_aliases: s.STRING,
    access_control: [
      s.described(s.INTEGER, 'Who sees it: 0 public, 1 protected, 100 private.'),
      ({ accessControl }) => ACCESS[accessControl],
    ],
    public_sharing: [s.BOOLEAN, () => false],
    use_shared_tm: [s.BOOLEAN, () => true],
    contribute_shared_tm: [s.BOOLEAN, () => true],
    use_workspace_tm: [s.BOOLEAN, () => false],
    contribute_workspace_tm: [s.BOOLEAN, () => false],
    autoclean_tm: [s.BOOLEAN, () => false],
    ...DEFAULTS,
    enforced_2fa: [s.BOOLEAN, () => false],
    machinery_settings: linkBelow('machinery_settings/'),
    locked: [s.BOOLEAN, ({ components }) => isProjectLocked(components)],
    announcements_url: linkBelow('announcements/'),
    ...NO_ENFORCED_CHECKS,
  },
)

/** Returns whether a component is locked: an unreadable translation locks it, unless `auto_lock_error` is off. */
export function isLocked({ config, translations }: Component): boolean {
  return config.autoLockError && translations.some(({ alert }) => alert?.name === 'ParseError')
}

/** Returns whether all components are locked. Weblate gives a project without a glossary one that never is. */
export function isProjectLocked(components: readonly Component[]): boolean {
  return components.some(({ config }) => config.isGlossary) && components.every(isLocked)
}
