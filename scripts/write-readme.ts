import { readFileSync, writeFileSync } from 'node:fs'
import { replaceApiTable } from './api-table.ts'
import { replaceCheckTable } from './check-table.ts'

const readme = new URL('../README.md', import.meta.url)
writeFileSync(readme, replaceApiTable(replaceCheckTable(readFileSync(readme, 'utf8'))))
