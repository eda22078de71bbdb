/** The formats of a check's report. */
export const CHECK_FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'markdown'] as const

/** The formats of a list of strings. */
export const LIST_FORMATS = ['table', 'json', 'csv', 'po'] as const

/** The formats of the status. */
export const STATUS_FORMATS = ['table', 'json', 'csv', 'markdown', 'openmetrics'] as const

/** The severities that can fail a check, or none. */
export const FAIL_ON = ['error', 'warning', 'note', 'none'] as const
