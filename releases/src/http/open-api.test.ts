import { engines } from '@marram/server/testing/engines'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../cli-commands'
import { freshRegistry, type TestRegistry } from '../testing/registry'

type Operation = { operationId: string; summary: string; responses: Record<string, object> }
type ApiDocument = { openapi: string; paths: Record<string, Record<string, Operation>> }

describe('the document of the registry', () => {
  let fresh: Awaited<ReturnType<typeof freshRegistry>>
  let registry: TestRegistry
  let document: ApiDocument
  beforeAll(async () => {
    fresh = await freshRegistry(engines[0] as (typeof engines)[number])
    registry = fresh.registry
    document = (await registry.call('GET', '/releases/docs/json', { token: null })).body as ApiDocument
  })
  afterAll(() => fresh.remove())

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect((await new Validator().validate(structuredClone(document))).errors).toBeUndefined()
  })

  it('says of every call what it is, what it answers and how it refuses', () => {
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      expect(operation.summary).toMatch(/^[A-Z]/)
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
      expect(operation.responses).toHaveProperty('default')
    }
  })

  it.each(Object.entries(commands).filter(([, { call }]) => call))(
    'has the call behind the command %s',
    (_, { call }) => {
      const input = { part: 'events', version: '1.0.0', name: 'x', id: '0123abcd', composition: '0123abcd', traffic: 1 }
      const asked = [call?.(input), call?.({ ...input, part: undefined })]
      for (const each of asked) {
        const path = each?.path.split('?', 1)[0] ?? ''
        const known = Object.entries(document.paths).find(([pattern]) =>
          new RegExp(`^${pattern.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(path),
        )
        expect(known?.[1], path).toHaveProperty(each?.method.toLowerCase() as string)
      }
    },
  )
})
