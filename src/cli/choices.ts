export const CHECK_FORMATS = ['text', 'json', 'github', 'sarif', 'junit', 'markdown'] as const
export const LIST_FORMATS = ['table', 'json', 'csv', 'po'] as const
export const STATUS_FORMATS = ['table', 'json', 'csv', 'markdown', 'openmetrics'] as const
/** The severities that can fail a check, or none. */
export const FAIL_ON = ['error', 'warning', 'note', 'none'] as const
