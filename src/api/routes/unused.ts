import { type KeyFinding, keyFindings, readKeyUsage } from '../../facts/key-findings.ts'
import { refuseUnknown } from '../../http/refuse-unknown.ts'
import type { Component } from '../../model/model.ts'
import { placeOf } from '../../model/paths.ts'
import { repowebLink } from '../../view/repoweb.ts'
import { unitId } from '../../view/unit-id.ts'
import { sourceOf } from '../../view/view.ts'
import { type Endpoints, paged, projectOf } from '../endpoint.ts'
import type { Links } from '../links.ts'
import { listing } from '../pagination.ts'
import { FILE_LINK } from '../resources/unit.ts'
import * as s from '../schema/schema.ts'
import { inScopes, scopeOf } from '../scope.ts'

const KEY_FINDING = s.shown(
  'KeyFinding',
  'A key that no template or no code has.',
  (finding: KeyFinding, component: Component, links: Links) => {
    const { filename, line, row } = finding
    const source = sourceOf(component)
    const fileUrl = repowebLink(component, { filename, line: line ?? undefined }) ?? null
    const isKnown = source !== undefined && row !== undefined
    const unit = isKnown ? links.api(`units/${unitId(source, row)}/`) : null
    return { ...finding, component: placeOf(component), unit, fileUrl }
  },
  {
    component: s.STRING,
    rule: s.oneOf('unused-key', 'undefined-key'),
    key: s.STRING,
    message: s.described(s.STRING, 'One sentence.'),
    filename: s.described(
      s.STRING,
      'The code that asks for an undefined key; the template of an unused one.',
    ),
    line: s.described(s.nullable(s.INTEGER), 'Starts at 1; null in a template.'),
    column: s.described(s.nullable(s.INTEGER), 'UTF-16 units, starts at 1; null in a template.'),
    unit: s.described(s.nullable(s.LINK), 'The source string of an unused key.'),
    file_url: FILE_LINK,
  },
)

export const unusedEndpoints: Endpoints = inScopes(
  ['project', 'component'],
  'unused',
  paged(KEY_FINDING, {
    summary:
      'Keys of a {scope} that no file of the commit mentions, and keys in code that no template has.',
    needs: 'units',
    about: (asked) => projectOf(asked).components,
    isOwn: true,
    needsJob: () => true,
    async get(request) {
      const { project, components } = scopeOf(request)
      refuseUnknown(components, 'units')
      const { catalog, links, client, signal, progress } = request
      const options = { client, signal, progress }
      const usages = await readKeyUsage(project.components, catalog.askAbout, options)
      const findings = components.flatMap((component) =>
        keyFindings(component, usages.get(component)).map((finding) => ({ component, finding })),
      )
      return listing(findings, ({ component, finding }) =>
        KEY_FINDING.json(finding, component, links),
      )
    },
  }),
)
