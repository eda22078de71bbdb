import { type CatalogEvent, openCatalog } from '../../src/catalog/catalog.ts'
import { statisticsOf } from '../../src/catalog/view/view.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

/** Opens the catalog of one component; says when its units were counted and when its checks had run, too. */
const start = performance.now()
const config = benchConfig(sideArgument<{ config: string }>().config)
let milliseconds = 0
const onEvent = ({ type }: CatalogEvent): void => {
  if (type === 'ready') milliseconds = performance.now() - start
}
const catalog = await openCatalog({ config, environment: process.env, onEvent })
await catalog.ready
const [component] = (await catalog.view()).projects[0]?.components ?? []
if (component === undefined) throw new Error('expected a component')
const units = statisticsOf(component).total.units
const checked = performance.now() - start
const broken = component.translations.find(({ alert }) => alert !== undefined)
if (broken !== undefined) throw new Error(broken.alert?.message)
const files = component.translations.map(({ filename }) => filename)
finish({ milliseconds, agreed: files.length, figures: { units, checked }, files })
