import { writeFileSync } from 'node:fs'
import { schemaText } from '../src/config/schema.ts'

writeFileSync(new URL('../gitglot.schema.json', import.meta.url), schemaText())
