import { hasPlace } from '../catalog/place.ts'
import { Layout } from './layout/layout.tsx'
import type { Page, PageRequest } from './page.ts'
import { findRefs } from './refs.ts'

/** The HTML of a page, and whether the same view may give another one later. */
export async function renderPage(
  asked: PageRequest,
  page: Page,
): Promise<{ readonly html: string; readonly isTransient: boolean }> {
  let isAwaited = false
  const request: PageRequest = {
    ...asked,
    async later(key, work, maxWaitMs) {
      const found = await asked.later(key, work, maxWaitMs)
      isAwaited ||= found.isAwaited
      return found
    },
  }
  const [content, refs] = await Promise.all([page.show(request), findRefs(request)])
  const { ref, place, catalog } = request
  const isServed = ref !== undefined && hasPlace(catalog.current(), place)
  const html = <Layout {...{ request, content, refs, isServed }} />
  return {
    html: `<!doctype html>${await html.toString()}`,
    isTransient: content.isTransient === true || isAwaited,
  }
}
