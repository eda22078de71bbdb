import { writeFileSync } from 'node:fs'
import { configSchema } from '../src/config/schema.ts'

writeFileSync(
  new URL('../gitglot.schema.json', import.meta.url),
  `${JSON.stringify(configSchema(), null, 2)}\n`,
)
