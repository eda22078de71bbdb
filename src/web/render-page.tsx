import { Layout } from './layout/layout.tsx'
import type { Page, PageRequest } from './page.ts'

/** The HTML of a page, and whether the same view may give another one later. */
export async function renderPage(
  asked: PageRequest,
  page: Page,
): Promise<{ readonly html: string; readonly isTransient: boolean }> {
  let isAwaited = false
  const request: PageRequest = {
    ...asked,
    async later(key, work, patienceMs) {
      const found = await asked.later(key, work, patienceMs)
      isAwaited ||= found.isAwaited
      return found
    },
  }
  const [content, refs] = await Promise.all([page.show(request), findRefs(request)])
  const html = <Layout request={request} content={content} refs={refs} />
  return {
    html: `<!doctype html>${await html.toString()}`,
    isTransient: content.isTransient === true || isAwaited,
  }
}

/** Branches and tags of the first repository of the place; undefined for a place in many projects. */
async function findRefs({ catalog, place, later }: PageRequest) {
  const { project, component } = place
  const shown = component ?? project?.components.find(({ commit }) => commit !== undefined)
  if (shown === undefined) return undefined
  const { value = [] } = await later('refs', () => catalog.refs(shown))
  return value
}
