import { whole } from '../define.ts'
import { componentOf, type Endpoints } from '../endpoint.ts'
import { ALERT, alertResource, REMOTE, remoteResource } from '../resources/alert.ts'
import { arrayOf } from '../schema/schema.ts'

export const alertEndpoints: Endpoints = {
  '/components/:project/:component/alerts': whole(arrayOf(ALERT), {
    name: 'Alerts',
    summary:
      'What is wrong with a component: files that do not parse, a remote that does not answer.',
    isOwn: true,
    get(request) {
      const component = componentOf(request)
      return { json: component.alerts.map((alert) => alertResource(component, alert)) }
    },
  }),
  '/components/:project/:component/remote': whole(REMOTE, {
    name: 'Remote',
    summary: 'Time and result of the last fetch of a component.',
    isOwn: true,
    get(request) {
      const component = componentOf(request)
      const look = request.catalog.lastLook(component)
      return { json: remoteResource(component, look), isTransient: true }
    },
  }),
}
