import { writeFileSync } from 'node:fs'
import { commands } from '../src/cli/commands.ts'
import { packageVersion } from '../src/cli/package.ts'
import { manPage } from './man-page.ts'

writeFileSync(new URL('../man/gitglot.1', import.meta.url), manPage(commands, packageVersion()))
