import { readFileSync, writeFileSync } from 'node:fs'
import { replaceCheckTable } from './check-table.ts'

const readme = new URL('../README.md', import.meta.url)
writeFileSync(readme, replaceCheckTable(readFileSync(readme, 'utf8')))
