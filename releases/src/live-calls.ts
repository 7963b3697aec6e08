import { callRegistry, type RegistryAccess } from '@marram/build/registry-client'
import type { Changed } from '@marram/release-contract/calls/rollouts'

type Target = RegistryAccess & {
  environment: string
  part: string
  reason?: string | undefined
  revision?: number | undefined
  override?: boolean | undefined
}

/** Makes a published version live for everyone in the environment. */
export const promote = ({
  environment,
  part,
  version,
  reason,
  revision,
  override,
  ...access
}: Target & { version: string }) =>
  callRegistry<Changed>(access, {
    method: 'POST',
    path: `/releases/environments/${environment}/parts/${part}/promote`,
    json: { version, reason, revision, override },
    attempts: 3,
  })

/** Goes back to what was live before, or further back to `version`. Never repeated by itself: each one goes a step back. */
export const rollBack = ({
  environment,
  part,
  version,
  reason,
  revision,
  ...access
}: Target & { version?: string | undefined }) =>
  callRegistry<Changed>(access, {
    method: 'POST',
    path: `/releases/environments/${environment}/parts/${part}/rollback`,
    json: { version, reason, revision },
  })
