/** A part of an address, still encoded. */
type Param = (name: 'project' | 'component' | 'language') => string

/** Where Weblate sends those who ask for other addresses of its own, below the server's address. */
export const REDIRECTS: Readonly<Record<string, (param: Param) => string>> = {
  '/widgets': () => 'projects/',
  '/data': () => 'projects/',
  '/data/:project': (param) => `projects/${param('project')}/`,
  '/engage/:project/:language': (param) => `engage/${param('project')}/-/${param('language')}/`,
  '/exports/stats/:project/:component': (param) =>
    `api/components/${param('project')}/${param('component')}/statistics/?format=json-flat`,
}
