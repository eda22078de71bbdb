import { readFileSync, writeFileSync } from 'node:fs'
import { pagePaths, writeBlocks } from './docs/pages.ts'
import { statusPicture } from './docs/status-picture.ts'

const fileOf = (path: string) => new URL(`../${path}`, import.meta.url)
for (const path of pagePaths) {
  writeFileSync(fileOf(path), writeBlocks(readFileSync(fileOf(path), 'utf8')))
}
writeFileSync(fileOf('docs/status.svg'), await statusPicture())
