import { templateRule } from '../template-discovery.ts'

/** Laravel's language files: `lang/de/auth.php`, which returns an array. https://laravel.com/docs/localization */
export const laravelDiscovery = templateRule({
  files: /\.php$/,
  masks: /(?:^|\/)lang\/(?:.+\/)?\*\/.+\.php$/,
  formatOf: ([template = ''], contents) =>
    /^[^\S\n\r\u2028\u2029]*return\s*(?:\[|array\s*\()/m.test(contents.text(template) ?? '')
      ? 'laravel'
      : undefined,
})
