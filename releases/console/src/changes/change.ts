import type { calls } from '@marram/release-contract/calls'
import type { Role, Subject } from '@marram/release-contract/permissions'
import type { SignatureBy } from '@marram/release-contract/trust'
import type { Field, Values } from '../forms/form'
import type { Input, ResponseTo } from '../registry'

type Calls = typeof calls
type ChangeName = { [Each in keyof Calls]: Calls[Each]['method'] extends 'GET' ? never : Each }[keyof Calls]
/** A call that changes something, its input without the reason, and what is shown afterwards. */
type Request = {
  [Each in ChangeName]: {
    call: Each
    input: Omit<Input<Each>, 'reason' | 'override' | keyof SignatureBy>
    done: string | ((response: ResponseTo<Each>) => string)
  }
}[ChangeName]

/** A change that somebody is about to make, shown in full before it is made. */
export type Change = Request & {
  /** On the button: `Promote`. */
  verb: string
  title: string
  /** What changes, and for how many visitors. */
  effects: string[]
  needsReason?: boolean
  /** The signature that is sent with it, made when somebody confirms it. */
  signed?: () => Promise<SignatureBy>
  /** It takes something away from visitors. */
  danger?: boolean
  /** The version that the gate checks first, and where. */
  gated?: Input<'showGate'>
  /** Who stopped what it ends; null if that is not known. */
  stoppedBy?: Role | null
}

/** A change that depends on what is filled in. */
export type ChangeForm = {
  /** Who may send it, about this, sees its button. */
  call: ChangeName
  about?: Subject
  fields: Field[]
  /** A text says what is wrong with the values. */
  change: (values: Values) => Change | string
  /** The first value of the reason. */
  reason?: string
}
