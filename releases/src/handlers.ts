import { tokenHandlers } from './access/manage-tokens'
import { auditHandlers } from './audit/list-events'
import { cleanUpHandlers } from './clean-up/clean-up'
import { liveHandlers } from './environments/environment-handlers'
import { evidenceHandlers } from './evidence/evidence-handlers'
import { gateHandlers } from './gate/gate-handlers'
import type { Handlers } from './handler'
import { stopHandlers } from './live/stop-handlers'
import { previewHandlers } from './previews/previews'
import { publishingHandlers } from './publishing/publishing-handlers'
import { rolloutHandlers } from './rollouts/rollouts'

/** One for every call of the table. */
export const handlers: Handlers = {
  ...publishingHandlers,
  ...gateHandlers,
  ...liveHandlers,
  ...stopHandlers,
  ...rolloutHandlers,
  ...evidenceHandlers,
  ...previewHandlers,
  ...cleanUpHandlers,
  ...auditHandlers,
  ...tokenHandlers,
}
