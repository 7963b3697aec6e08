import { tokenHandlers } from './access/token-handlers'
import { auditHandlers } from './audit/audit-handlers'
import { cleanUpHandlers } from './clean-up/clean-up-handlers'
import { liveHandlers } from './environments/environment-handlers'
import { evidenceHandlers } from './evidence/evidence-handlers'
import { gateHandlers } from './gate/gate-handlers'
import type { Handlers } from './handler'
import { stopHandlers } from './live/stop-handlers'
import { previewHandlers } from './previews/preview-handlers'
import { publishingHandlers } from './publishing/publishing-handlers'
import { rolloutHandlers } from './rollouts/rollout-handlers'

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
