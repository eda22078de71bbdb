import { templateRule } from '../template-discovery.ts'

const FILES = /(?:^|\/)lang\/(?:.+\/)?[^/]+\/.+\.php$/
const RETURN = /^[^\S\n\r\u2028\u2029]*return\s*(?:\[|array\s*\()/m

/** Laravel's language files: `lang/de/auth.php`, which returns an array. https://laravel.com/docs/localization */
export const laravelDiscovery = templateRule({
  files: /\.php$/,
  masks: FILES,
  sourcesFormat: () => 'php-sources',
  formatOf: ([template = ''], contents) =>
    RETURN.test(contents.text(template) ?? '') ? 'laravel' : undefined,
})

const TEXT = /^\s*(?:\$\w+\[|define\s*\(|["'][^"']*["']\s*=>)/

/** PHP that assigns texts to keys, one a line, or returns them: no program. */
export const phpDiscovery = templateRule({
  files: /\.php$/i,
  sourcesFormat: () => 'php-sources',
  dataMasks: /\*/,
  formatOf([template = ''], contents) {
    const text = contents.text(template) ?? ''
    if (FILES.test(template) && RETURN.test(text)) return undefined
    const lines = text.split('\n').filter((line) => /^\s*["'$a-z]/i.test(line))
    return lines.filter((line) => TEXT.test(line)).length * 2 > lines.length ? 'php' : undefined
  },
})
