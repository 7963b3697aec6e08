import type { AnyCall } from './call'
import * as cleanUp from './calls/clean-up'
import * as environments from './calls/environments'
import * as events from './calls/events'
import * as evidence from './calls/evidence'
import * as previews from './calls/previews'
import * as releases from './calls/releases'
import * as rollouts from './calls/rollouts'
import * as stops from './calls/stops'
import * as tokens from './calls/tokens'

/**
 * Every call of the registry, by the name that is its operation in the OpenAPI document. The registry makes its routes
 * from this table: a call that is missing here does not exist, and one without a handler does not compile.
 */
export const calls = {
  listParts: releases.listParts,
  listVersions: releases.listVersions,
  beginUpload: releases.beginUpload,
  sendFile: releases.sendFile,
  completeUpload: releases.completeUpload,
  showGate: releases.showGate,
  showDifference: releases.showDifference,
  everLive: releases.everLive,
  listEnvironments: environments.listEnvironments,
  createEnvironment: environments.createEnvironment,
  showEnvironment: environments.showEnvironment,
  showBoard: environments.showBoard,
  listCompositions: environments.listCompositions,
  showComposition: environments.showComposition,
  discover: environments.discover,
  promote: rollouts.promote,
  canary: rollouts.canary,
  abort: rollouts.abort,
  pause: rollouts.pause,
  resume: rollouts.resume,
  rollback: rollouts.rollback,
  rollbackEnvironment: rollouts.rollbackEnvironment,
  kill: stops.kill,
  revive: stops.revive,
  freeze: stops.freeze,
  unfreeze: stops.unfreeze,
  lock: stops.lock,
  unlock: stops.unlock,
  showEvidence: evidence.showEvidence,
  addEvidence: evidence.addEvidence,
  addDiagnostics: evidence.addDiagnostics,
  why: evidence.why,
  createPreview: previews.createPreview,
  showPreview: previews.showPreview,
  openPreview: previews.openPreview,
  listEvents: events.listEvents,
  listUnused: cleanUp.listUnused,
  cleanUp: cleanUp.cleanUp,
  listTokens: tokens.listTokens,
  createToken: tokens.createToken,
  revokeToken: tokens.revokeToken,
} as const satisfies Record<string, AnyCall>

export type Calls = typeof calls
export type CallName = keyof Calls
