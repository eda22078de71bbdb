import type { Framed, PageContent } from '../page.ts'
import { colophon } from './colophon.tsx'
import { layout, mainOf } from './layout.tsx'

/** Renders a page whose content is known: between header and footer, without a menu of refs. */
export function framed(request: Framed, content: PageContent): Promise<string> {
  return layout(request, content, [
    mainOf(request, content, { id: 'main' }),
    colophon(request, content.facts, { id: 'end' }),
  ])
}
