import type { CheckedInputOf, ResponseOf } from '@marram/release-contract/call'
import type { CallName, Calls } from '@marram/release-contract/calls'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RegistryContext } from './context'

/** A value that becomes `Shape` as JSON: times may still be dates. */
type Sendable<Shape> = Shape extends string
  ? Shape | Date
  : Shape extends object
    ? { [Field in keyof Shape]: Sendable<Shape[Field]> }
    : Shape

/** Parameters, query and body of a call, checked. */
export type Input<Name extends CallName> = CheckedInputOf<Calls[Name]>
/** With the name of the caller, for the audit log; empty in a call that is public. */
export type InputBy<Name extends CallName> = Input<Name> & { by: string }

export type Exchange = { request: FastifyRequest; reply: FastifyReply }

/** Handles one call. Returns a reply instead of a response if it was already sent. */
export type Handler<Name extends CallName> = (
  context: RegistryContext,
  input: InputBy<Name>,
  exchange: Exchange,
) => Promise<Sendable<ResponseOf<Calls[Name]>> | FastifyReply>

export type Handlers = { [Name in CallName]: Handler<Name> }
