import { Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { renderHome } from './home.tsx'

interface WebOptions {
  readonly catalog: Catalog
  readonly siteTitle: string
}

/** The pages. */
export function createWeb({ catalog, siteTitle }: WebOptions): Hono {
  const web = new Hono()
  web.get('/', async (context) => context.html(renderHome(await catalog.view(), siteTitle)))
  return web
}
