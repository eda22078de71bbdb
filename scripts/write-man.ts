import { writeFileSync } from 'node:fs'
import { commands } from '../src/cli/commands.ts'
import { manPage } from '../src/cli/man-page.ts'
import { packageVersion } from '../src/cli/package.ts'

writeFileSync(new URL('../man/gitglot.1', import.meta.url), manPage(commands, packageVersion()))
