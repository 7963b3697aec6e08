import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { endpoints } from '@marram/api-contract/endpoints'
import { engines } from '@marram/server/testing/engines'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'

type Schema = { type?: string; properties: Record<string, object>; required: string[] }
type Content = { content: { 'application/json': { schema: Schema } } }
type Operation = {
  operationId: string
  summary: string
  parameters?: { name: string; in: string; required: boolean }[]
  requestBody?: Content & { required: boolean }
  responses: Record<string, Content>
  security?: object[]
}
type ApiDocument = { openapi: string; paths: Record<string, Record<string, Operation>> }

const calls = Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint: endpoint as AnyEndpoint }))

describe('the API document', () => {
  let test: TestApp
  let document: ApiDocument
  beforeAll(async () => {
    test = await openTestApp(engines[0] as (typeof engines)[number])
    document = (await test.app.inject('/api/docs/json')).json()
  })
  afterAll(() => test?.close())

  it('is valid OpenAPI 3.1', async () => {
    expect(document.openapi).toMatch(/^3\.1\./)
    expect((await new Validator().validate(structuredClone(document))).errors).toBeUndefined()
    const broken = structuredClone(document)
    broken.paths['/api/home/'] = { get: { responses: 'none' } as unknown as Operation }
    expect((await new Validator().validate(broken)).valid).toBe(false)
  })

  it('has exactly the calls of the table', () => {
    const documented = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(documented.map(({ operationId }) => operationId).sort()).toEqual(calls.map(({ name }) => name).sort())
  })

  it.each(calls)('shows the parameters, responses and errors of $name', ({ name, endpoint }) => {
    const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()] as Operation
    expect(operation).toMatchObject({ operationId: name, summary: endpoint.summary })
    const parameters = (place: string) =>
      (operation.parameters ?? []).filter((each) => each.in === place).map((each) => each.name)
    expect(parameters('path')).toEqual([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter))
    expect(parameters('query')).toEqual(Object.keys(endpoint.query ?? {}))
    expect(parameters('header')).toEqual(endpoint.idempotent ? ['idempotency-key'] : [])
    expect(operation.security).toEqual(
      endpoint.bearer && [...(endpoint.bearer === 'required' ? [] : [{}]), { accessToken: [] }],
    )
    if (endpoint.body) expect(schemaOf(operation.requestBody)).toMatchObject({ type: expect.any(String) })
    expect(Boolean(operation.requestBody?.required)).toBe(Boolean(endpoint.body))

    expect(Object.keys(operation.responses)).toEqual(['200', 'default'])
    const { properties, required } = schemaOf(operation.responses[200])
    const carried = endpoint.envelope === 'none' ? [] : [endpoint.envelope]
    expect(required).toEqual(expect.arrayContaining(['code', ...carried]))
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(endpoint.beside ?? {})))
    const problem = schemaOf(operation.responses.default)
    expect(problem.required).toEqual(['code', 'message'])
    expect(Object.keys(problem.properties)).toEqual(['code', 'message', 'errors', 'detail'])
  })
})

const schemaOf = (part: Content | undefined) => part?.content['application/json'].schema as Schema
