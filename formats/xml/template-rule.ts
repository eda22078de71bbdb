import {
  codesBut,
  type DiscoveryRule,
  languageRegexFor,
  type NearMiss,
  type Proposal,
  strayNotes,
} from '../discovery.ts'

/** Components of XML files with a template, which all have the same root element. */
export function templateRule(files: RegExp, root: RegExp): DiscoveryRule {
  return {
    files,
    find(tree, format) {
      const proposals: Proposal[] = []
      const nearMisses: NearMiss[] = []
      for (const set of tree.sets(tree.paths)) {
        const texts = set.files.flatMap(({ path }) => tree.contents.text(path) ?? [])
        if (texts.some((text) => !root.test(text))) continue
        const template = tree.findTemplate(set, format)
        if (template === undefined) {
          const explanation = 'No file has the source texts.'
          nearMisses.push({ filemask: set.filemask, explanation })
          continue
        }
        const others = set.others.filter(({ path }) => path !== template.path)
        proposals.push({
          fileFormat: format.id,
          filemask: set.filemask,
          template: template.path,
          intermediate: '',
          newBase: '',
          sourceLanguage: template.sourceLanguage,
          languageRegex: languageRegexFor(others),
          isGlossary: false,
          languages: codesBut(set.files, template.path),
          notes: [`the template is ${template.path}, ${template.reason}`, ...strayNotes(others)],
        })
      }
      return { proposals, nearMisses }
    },
  }
}
