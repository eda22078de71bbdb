import type { ComponentFields } from './component-fields.ts'
import type { ComponentConfig } from './config.ts'
import type { FieldReader } from './field-reader.ts'
import type { LocatedMap } from './yaml.ts'

/** A component that has been read, but not yet joined with the one that it links to. */
export interface Draft {
  readonly map: LocatedMap
  /** Slug of the project; undefined when that is wrong. */
  readonly project: string | undefined
  readonly slug: string | undefined
  /** Path of its category; `''`: in none, or a wrong one. */
  readonly category: string
  readonly name: string | undefined
  readonly given: FieldReader<ComponentFields>
  /** As configured, here or in the project; `''` when that is wrong. */
  readonly repo: string
  /** Undefined after messages. */
  readonly fields: ComponentFields | undefined
}

const scheme = 'weblate://'

/** The finished components: each `weblate://project/component` replaced by that component's repository and branch. */
export function linkComponents(drafts: readonly Draft[]): ReadonlyMap<Draft, ComponentConfig> {
  const byName = new Map(drafts.map((draft) => [placeOf(draft), draft]))
  const finished = new Map<Draft, ComponentConfig>()
  for (const draft of drafts) {
    const { fields, given, repo } = draft
    if (!isLink(repo)) {
      if (fields) finished.set(draft, { ...fields, linkedComponent: undefined })
      continue
    }
    const linkedComponent = repo.slice(scheme.length)
    const target = byName.get(linkedComponent)
    const message = messageAbout(linkedComponent, target, draft)
    if (message !== undefined) given.report('repo', message)
    else if (fields && target?.fields) {
      const { repo: shared, branch } = target.fields
      finished.set(draft, { ...fields, repo: shared, branch, linkedComponent })
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

/** As a link names it: `project/component`, or `project/category/component`. */
function placeOf({ project, category, slug }: Draft): string {
  return [project, ...(category === '' ? [] : [category]), slug].join('/')
}

function isLink(repo: string): boolean {
  return repo.startsWith(scheme)
}
