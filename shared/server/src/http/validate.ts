import { validatorCompiler } from '@fastify/type-provider-zod'
import type { FastifySchemaCompiler } from 'fastify'
import { checkSent } from './check-sent'

export const compileValidator: FastifySchemaCompiler<Parameters<typeof validatorCompiler>[0]['schema']> = (route) => {
  const validate = validatorCompiler(route)
  return (data: unknown) =>
    checkSent(
      () => validate(data),
      () => ({ error: Object.assign(new Error('This has a value of the wrong kind.'), { validation: [] }) }),
    )
}
