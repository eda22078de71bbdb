import { createHash } from 'node:crypto'

/** Name of the clone's folder: readable, and one for each address without its credentials. */
export function cloneName(url: string): string {
  const readable = url
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/\.git\/?$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(-60)
    .toLowerCase()
  return `${readable || 'repository'}-${createHash('sha256').update(url).digest('hex').slice(0, 12)}`
}
