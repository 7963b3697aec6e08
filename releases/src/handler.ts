import type { CheckedInputOf, ResponseOf } from '@marram/release-contract/call'
import type { CallName, Calls } from '@marram/release-contract/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Holder } from './access/tokens'
import type { RegistryContext } from './context'

/** The request of a call, for what its input does not say. */
export type Exchange = {
  request: FastifyRequest
  reply: FastifyReply
  /** Who calls. Throws in a call that is public. */
  readonly caller: Holder
  /** The caller's name, for the audit log. */
  readonly by: string
}

/** What becomes `Shape` as JSON: moments may still be dates. */
type Sendable<Shape> = Shape extends string
  ? Shape | Date
  : Shape extends object
    ? { [Field in keyof Shape]: Sendable<Shape[Field]> }
    : Shape

/** What a call is given: parameters, query and body, checked. */
export type Input<Name extends CallName> = CheckedInputOf<Calls[Name]>

/** Does one call. A reply instead of a response where it was sent already. */
export type Handler<Name extends CallName> = (
  context: RegistryContext,
  input: Input<Name>,
  exchange: Exchange,
) => Promise<Sendable<ResponseOf<Calls[Name]>> | FastifyReply>

export type Handlers = { [Name in CallName]: Handler<Name> }
