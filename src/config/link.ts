import type { WeblateVersion } from '../weblate-version.ts'
import type { ComponentFields } from './component-fields.ts'
import type { ComponentConfig } from './config.ts'
import type { FieldReader } from './field-reader.ts'
import type { LocatedMap } from './yaml.ts'

/** A component that has been read, but whose link has not been resolved. */
export interface Draft {
  readonly map: LocatedMap
  /** Slug of the project; undefined if invalid. */
  readonly project: string | undefined
  readonly slug: string | undefined
  /** Path of the category; `''` if there is none or it is invalid. */
  readonly category: string
  readonly name: string | undefined
  readonly reader: FieldReader<ComponentFields>
  /** As configured in the component or project; `''` if invalid. */
  readonly repo: string
  /** Undefined if there were errors, which have been reported. */
  readonly fields: ComponentFields | undefined
}

const SCHEME = 'weblate://'

/** Resolves links: replaces each `weblate://project/component` by that component's repository and branch. */
export function linkComponents(
  drafts: readonly Draft[],
  weblate: WeblateVersion,
): ReadonlyMap<Draft, ComponentConfig> {
  const byName = new Map(drafts.map((draft) => [placeOf(draft), draft]))
  const finished = new Map<Draft, ComponentConfig>()
  for (const draft of drafts) {
    const { fields, reader, repo } = draft
    if (!isLink(repo)) {
      if (fields) finished.set(draft, { ...fields, weblate, linkedComponent: undefined })
      continue
    }
    const linkedComponent = repo.slice(SCHEME.length)
    const target = byName.get(linkedComponent)
    const message = messageAbout(linkedComponent, target, draft)
    if (message !== undefined) reader.report('repo', message)
    else if (fields && target?.fields) {
      const { repo: shared, branch } = target.fields
      finished.set(draft, { ...fields, weblate, repo: shared, branch, linkedComponent })
    }
  }
  return finished
}

function messageAbout(name: string, target: Draft | undefined, draft: Draft): string | undefined {
  if (!/^[-\w]+(?:\/[-\w]+)+$/.test(name)) return 'needs weblate://project/component'
  if (!target) return `there is no component ${name}`
  if (target === draft) return 'links to itself'
  if (isLink(target.repo)) return `${name} is itself linked to another component`
  if (target.repo === 'local:') return `${name} has no repository`
  return undefined
}

/** Returns the name in links: `project/component` or `project/category/component`. */
function placeOf({ project, category, slug }: Draft): string {
  return [project, ...(category === '' ? [] : [category]), slug].join('/')
}

function isLink(repo: string): boolean {
  return repo.startsWith(SCHEME)
}
