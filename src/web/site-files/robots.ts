/** What crawlers may read: pages and pictures of what is there, nothing that is worked out for each query. */
const ALLOWED = ['engage/', 'projects/', 'languages/', 'widget/', 'exports/', 'static/', '$']

/** `robots.txt` of a server whose address, without a slash at the end, this is. */
export function robotsText(origin: string): string {
  const base = new URL(`${origin}/`).pathname
  const lines = [
    'User-agent: *',
    ...ALLOWED.map((path) => `Allow: ${base}${path}`),
    `Disallow: ${base}`,
    `Sitemap: ${origin}/sitemap.xml`,
  ]
  return `${lines.join('\n')}\n`
}
