import { calls } from '@marram/release-contract/calls'
import { engines } from '@marram/server/testing/engines'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('describes every call, its response and its refusals', () => {
    for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
      expect(operation.summary).toMatch(/^[A-Z]/)
      expect(Object.keys(operation.responses).some((status) => status.startsWith('2'))).toBe(true)
      expect(operation.responses).toHaveProperty('default')
    }
  })

  it.each(Object.entries(calls))('has the call %s of the table', (name, { path, method }) => {
    expect(document.paths[path]?.[method.toLowerCase()]).toHaveProperty('operationId', name)
  })
})
