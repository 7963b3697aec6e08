import { validatorCompiler } from '@fastify/type-provider-zod'
import { checkSent } from '@marram/server/check-sent'
import type { FastifySchemaCompiler } from 'fastify'
import { Refusal } from '../refusal'

/** Checks what comes in by its schema. */
export const compileValidator: FastifySchemaCompiler<Parameters<typeof validatorCompiler>[0]['schema']> = (route) => {
  const validate = validatorCompiler(route)
  return (data: unknown) =>
    checkSent(
      () => validate(data),
      () => ({ error: new Refusal('invalid', 'This has a value of the wrong kind.') }),
    )
}
