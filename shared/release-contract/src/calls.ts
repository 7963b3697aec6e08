import type { AnyCall } from './call'
import { addressCalls } from './calls/addresses'
import { cleanUpCalls } from './calls/clean-up'
import { deliveryCalls } from './calls/delivery'
import { environmentCalls } from './calls/environments'
import { eventCalls } from './calls/events'
import { evidenceCalls } from './calls/evidence'
import { identityCalls } from './calls/identities'
import { notificationCalls } from './calls/notifications'
import { previewCalls } from './calls/previews'
import { rehearsalCalls } from './calls/rehearsals'
import { releaseCalls } from './calls/releases'
import { rolloutCalls } from './calls/rollouts'
import { scheduleCalls } from './calls/schedule'
import { stopCalls } from './calls/stops'
import { tokenCalls } from './calls/tokens'
import { trustCalls } from './calls/trust'

/** Every call by its operation id. The registry makes its routes from it; a call without a handler does not compile. */
export const calls = {
  ...releaseCalls,
  ...environmentCalls,
  ...rolloutCalls,
  ...addressCalls,
  ...stopCalls,
  ...scheduleCalls,
  ...notificationCalls,
  ...evidenceCalls,
  ...previewCalls,
  ...eventCalls,
  ...deliveryCalls,
  ...rehearsalCalls,
  ...cleanUpCalls,
  ...tokenCalls,
  ...identityCalls,
  ...trustCalls,
} as const satisfies Record<string, AnyCall>

export type Calls = typeof calls
export type CallName = keyof Calls
