import { identityHandlers } from './access/identities'
import { tokenHandlers } from './access/manage-tokens'
import { auditHandlers } from './audit/audit'
import { cleanUpHandlers } from './clean-up/clean-up'
import { deliveryHandlers } from './delivery/delivery'
import { discoveryHandlers } from './discovery/discovery'
import { environmentHandlers } from './environments/environments'
import { evidenceHandlers } from './evidence/evidence-handlers'
import { gateHandlers } from './gate/gate-handlers'
import { pictureHandlers } from './gate/picture-handlers'
import type { Handlers } from './handler'
import { addressHandlers } from './live/addresses'
import { notificationHandlers } from './notifications/recipients'
import { previewHandlers } from './previews/previews'
import { signatureHandlers } from './publishing/signatures'
import { publishingHandlers } from './publishing/uploads'
import { rolloutHandlers } from './rollouts/rollouts'
import { scheduleHandlers } from './schedule/schedule'
import { stopHandlers } from './schedule/stopping'
import { trustHandlers } from './trust/trust-handlers'

export const handlers: Handlers = {
  ...publishingHandlers,
  ...signatureHandlers,
  ...gateHandlers,
  ...pictureHandlers,
  ...environmentHandlers,
  ...discoveryHandlers,
  ...stopHandlers,
  ...scheduleHandlers,
  ...notificationHandlers,
  ...rolloutHandlers,
  ...addressHandlers,
  ...evidenceHandlers,
  ...previewHandlers,
  ...cleanUpHandlers,
  ...auditHandlers,
  ...deliveryHandlers,
  ...tokenHandlers,
  ...identityHandlers,
  ...trustHandlers,
}
