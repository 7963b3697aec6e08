import { validatorCompiler } from '@fastify/type-provider-zod'
import type { FastifySchemaCompiler } from 'fastify'
import { Refusal } from '../refusal'

/**
 * Checks what comes in by its schema. zod compares lengths of whatever has one, and of `{"length": {"toString": 1}}`
 * that throws: the sender's mistake, and not ours.
 */
export const compileValidator: FastifySchemaCompiler<Parameters<typeof validatorCompiler>[0]['schema']> = (route) => {
  const validate = validatorCompiler(route)
  return (data: unknown) => {
    try {
      return validate(data)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return { error: new Refusal(400, 'This has a value of the wrong kind.') }
    }
  }
}
