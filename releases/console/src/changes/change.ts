import type { Action } from '@marram/release-contract/permissions'

/** Something that a manager is about to do, told in full before it is done. */
export type Change = {
  action: Action
  environment?: string | undefined
  part?: string | undefined
  /** On the button: `Promote`. */
  verb: string
  /** While it is done: `Promoting`. */
  doing: string
  title: string
  /** What changes, and for how many visitors. */
  effects: string[]
  path: string
  body?: Record<string, unknown>
  /** Whether the registry wants to know why. */
  needsReason?: boolean
  /** It takes something away from visitors. */
  danger?: boolean
  /** The version that the gate looks at before. */
  gated?: string | undefined
  /** Told when it is done. */
  done: string
}
