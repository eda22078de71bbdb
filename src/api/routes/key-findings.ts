import { keyFindings, readKeyUsage } from '../../facts/key-findings.ts'
import { refuseUnknown } from '../../http/until-known.ts'
import { paged } from '../define.ts'
import { type Endpoints, projectOf } from '../endpoint.ts'
import { listing } from '../pagination.ts'
import { KEY_FINDING, keyFindingResource } from '../resources/key-finding.ts'
import { inScopes, scopeOf } from '../scope.ts'

export const keyFindingEndpoints: Endpoints = inScopes(
  ['project', 'component'],
  'unused',
  paged(KEY_FINDING, {
    name: 'Unused',
    summary:
      'Keys of a {scope} that no file of the commit names, and keys of the code that no template has.',
    needs: 'units',
    about: (asked) => projectOf(asked).components,
    isOwn: true,
    needsJob: () => true,
    async get(request) {
      const { project, components } = scopeOf(request)
      refuseUnknown(components, { needs: 'units' })
      const { catalog, links, client, signal, progress } = request
      const options = { client, signal, progress }
      const usages = await readKeyUsage(project.components, catalog.askAbout, options)
      const findings = components.flatMap((component) =>
        keyFindings(component, usages.get(component)).map((finding) => ({ component, finding })),
      )
      return listing(findings, ({ component, finding }) =>
        keyFindingResource(finding, component, links),
      )
    },
  }),
)
