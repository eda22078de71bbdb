import { openCatalog } from '../../src/catalog/catalog.ts'
import { compareViews } from '../../src/catalog/compare.ts'
import { openRepository } from '../../src/git/open.ts'
import { benchConfig } from './config.ts'
import { finish, sideArgument } from './side.ts'

const { config: text, commits } = sideArgument<{ config: string; commits: number }>()
const config = benchConfig(text)
const catalog = await openCatalog({ config, environment: process.env, history: 'none' })
await catalog.ready
const head = catalog.current()

const [component] = head.projects.flatMap(({ components }) => components)
let oid = component?.commit?.oid ?? ''
const repository = openRepository({ path: component?.config.repo ?? '' })
for (let step = 0; step < commits; step++) oid = repository.readCommit(oid).parents[0] ?? oid
repository.close()

const start = performance.now()
const base = await catalog.viewAt(oid)
const middle = performance.now()
const differences = compareViews(base, head)
const end = performance.now()
const agreed = differences
  .flatMap(({ languages }) => languages)
  .reduce((sum, { units }) => sum + units.length, 0)
if (agreed === 0) throw new Error(`${oid}: expected a difference`)
finish({ milliseconds: end - middle, agreed, figures: { reading: middle - start } })
