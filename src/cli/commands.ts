import type { Command } from './command.ts'
import { check, diff, review } from './commands/changes.ts'
import { bisect, blame, history, list, status } from './commands/reading.ts'
import { exportSite, mcp, refresh, serve, token } from './commands/serving.ts'
import {
  completion,
  discover,
  doctor,
  exportConfigSchema,
  help,
  importProject,
  lintConfig,
} from './commands/setup.ts'

/** All commands in the order of the help. Their code is imported when they run. */
export const commands: readonly Command[] = [
  serve,
  status,
  list,
  check,
  diff,
  review,
  history,
  blame,
  bisect,
  exportSite,
  mcp,
  discover,
  importProject,
  lintConfig,
  doctor,
  exportConfigSchema,
  refresh,
  token,
  completion,
  help,
]
