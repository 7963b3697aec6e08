import type { calls } from '@marram/release-contract/calls'
import type { Field, Values } from '../forms/form'
import type { Input, Name } from '../registry'

type ChangeName = Extract<
  { [Each in keyof typeof calls]: (typeof calls)[Each]['method'] extends 'GET' ? never : Each }[keyof typeof calls],
  Name
>
/** A call that changes something, and what is sent with it but for the reason. */
type Request = { [Each in ChangeName]: { call: Each; input: Omit<Input<Each>, 'reason' | 'override'> } }[ChangeName]

/** Something that a manager is about to do, shown in full before it is done. */
export type Change = Request & {
  /** On the button: `Promote`. */
  verb: string
  /** While it is done: `Promoting`. */
  doing: string
  title: string
  /** What changes, and for how many visitors. */
  effects: string[]
  /** Whether the registry wants to know why. */
  needsReason?: boolean
  /** It takes something away from visitors. */
  danger?: boolean
  /** The version that the gate looks at before, and where. */
  gated?: Input<'showGate'>
  /** Shown when it is done. */
  done: string
}

/** A change that depends on what is filled in; a text instead of a change says what is wrong with it. */
export type ChangeForm = {
  fields: Field[]
  change: (values: Values) => Change | string
  /** What stands there as the reason until now. */
  reason?: string
}
