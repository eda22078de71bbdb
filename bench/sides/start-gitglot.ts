import { type CatalogEvent, openCatalog } from '../../src/catalog/catalog.ts'
import { statisticsOf } from '../../src/view/view.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

/** Opens the catalog of some components. Also reports when all units were counted, and when their checks had run. */
const start = performance.now()
const { config: text, threads = 0 } = sideArgument<{ config: string; threads?: number }>()
const config = benchConfig(text)
let milliseconds = 0
const onEvent = ({ type }: CatalogEvent): void => {
  if (type === 'ready') milliseconds = performance.now() - start
}
const catalog = await openCatalog({ config, environment: process.env, threads, onEvent })
await catalog.ready
const components = (await catalog.view()).projects[0]?.components ?? []
const units = components.reduce((sum, component) => sum + statisticsOf(component).total.units, 0)
const checked = performance.now() - start
const translations = components.flatMap((component) => component.translations)
const broken = translations.find(({ alert }) => alert !== undefined)
if (broken !== undefined) throw new Error(broken.alert?.message)
const files = translations.map(({ filename }) => filename).filter(Boolean)
finish({ milliseconds, agreed: files.length, figures: { units, checked }, files })
