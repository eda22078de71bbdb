import { sumStatistics } from '../../src/model/statistics.ts'
import { benchComponent, readBenchComponent } from './component.ts'
import { finish, sideArgument } from './side.ts'

/** Reads and counts the files of a component in an existing clone. */
const component = benchComponent(sideArgument<string>())
const start = performance.now()
const { translations } = readBenchComponent(component).content
const { total } = sumStatistics(translations.map(({ statistics }) => statistics))
const files = translations.map(({ filename }) => filename).filter(Boolean)
finish({
  milliseconds: performance.now() - start,
  agreed: files.length,
  figures: { units: total.units },
  files,
})
