import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundle } from './bundle.ts'

const dist = join(import.meta.dirname, '../dist')
await rm(dist, { recursive: true, force: true })
await bundle(join(dist, 'src'))
