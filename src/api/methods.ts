/** Methods of an endpoint on a server that can be written to, as Weblate's answers list them: of what is only read. */
export const READ = 'GET, HEAD, OPTIONS'
/** Of a list that takes new items. */
export const LIST = 'GET, POST, HEAD, OPTIONS'
/** Of an item that can be changed. */
export const ITEM = 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'
