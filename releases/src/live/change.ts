import type { Action, Caller } from '@marram/release-contract/permissions'

export type Change = {
  /** `advance`: a strategy's own step; `evidence`: a rollout that was ended because of failures. */
  action:
    | Extract<Action, 'promote' | 'canary' | 'abort' | 'rollback' | 'retire' | 'pause' | 'resume'>
    | 'advance'
    | 'evidence'
  environment: string
  /** The part that it changes; undefined for the environment as a whole. */
  part?: string | undefined
  by: string
  /** Whose rights count; without one, the registry itself. */
  caller?: Caller | undefined
  reason?: string | undefined
  /** Revision, of the rollout or of the environment, that the caller has seen; without it, the one at arrival. */
  revision?: number | undefined
  /** Continue although the gate refuses it; needs a reason. */
  override?: boolean | undefined
  /** Ids of problems that were overridden earlier: they do not refuse this change. */
  overridden?: string[] | undefined
  /** For the audit log. */
  detail?: Record<string, unknown>
}
