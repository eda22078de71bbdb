import type { CatalogOptions } from '../catalog/catalog.ts'
import { createComponentFinder } from '../discovery/find-components.ts'
import { packageVersion } from './package.ts'

/** What finds the components of projects that name none, by the rules of this version. */
export const createFinder: NonNullable<CatalogOptions['createFinder']> = (tools) =>
  createComponentFinder({ ...tools, version: packageVersion() })
