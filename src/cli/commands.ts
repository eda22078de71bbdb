import type { Command } from './command.ts'
import { bisect } from './commands/bisect.ts'
import { blame } from './commands/blame.ts'
import { check } from './commands/check.ts'
import { completionOf } from './commands/completion.ts'
import { diff } from './commands/diff.ts'
import { discover } from './commands/discover.ts'
import { doctor } from './commands/doctor.ts'
import { exportSite } from './commands/export.ts'
import { exportConfigSchema } from './commands/export-config-schema.ts'
import { helpOf } from './commands/help.ts'
import { history } from './commands/history.ts'
import { importProject } from './commands/import.ts'
import { lintConfig } from './commands/lint-config.ts'
import { list } from './commands/list.ts'
import { mcp } from './commands/mcp.ts'
import { refresh } from './commands/refresh.ts'
import { review } from './commands/review.ts'
import { serve } from './commands/serve.ts'
import { status } from './commands/status.ts'
import { token } from './commands/token.ts'

/** All commands in the order of the help. Each file describes a command; its code is imported when it runs. */
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
  completionOf(() => commands),
  helpOf(() => commands),
]
