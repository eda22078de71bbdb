import { templateRule } from '../template-discovery.ts'

/** Apple's strings, in folders of languages: `de.lproj/Localizable.strings`. UTF-16 has zero bytes. */
export const stringsDiscovery = templateRule({
  files: /\.strings$/,
  masks: /(?:^|\/)\*\.lproj\/[^/]+$/,
  formatOf: (paths, contents) =>
    paths.some((path) => contents.text(path)?.includes('\0')) ? 'strings' : 'strings-utf8',
})
