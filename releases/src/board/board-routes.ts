import type { App, Registry } from '../app'
import { documentedForHolders } from '../document'
import { board } from './answers'
import { boardOf } from './board'

/** Everything at one look; what the console shows first. */
export function boardRoutes(app: App, desk: Registry): void {
  app.get(
    '/releases/board',
    {
      config: { action: 'read' },
      schema: documentedForHolders('showBoard', 'What every environment serves, and how it fares', board),
    },
    () => boardOf(desk),
  )
}
