import { openCatalog } from '../../src/catalog/catalog.ts'
import { statisticsOf } from '../../src/catalog/view.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

const start = performance.now()
const config = benchConfig(sideArgument<{ config: string }>().config)
const catalog = await openCatalog({ config, environment: process.env })
await catalog.ready
const [component] = (await catalog.view()).projects[0]?.components ?? []
if (component === undefined) throw new Error('expected a component')
const units = statisticsOf(component).total.units
const milliseconds = performance.now() - start
const broken = component.translations.find(({ alert }) => alert !== undefined)
if (broken !== undefined) throw new Error(broken.alert?.message)
const files = component.translations.map(({ filename }) => filename)
finish({ milliseconds, agreed: files.length, figures: { units }, files })
