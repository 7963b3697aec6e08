import { describe, expect, expectTypeOf, it } from 'vitest'
import * as z from 'zod/mini'
import { addressOf, bodyOf } from './call'
import { type CallName, calls } from './calls'
import { type RegistryClient, registryClient } from './registry-client'

const all = Object.entries(calls)

describe('the table of calls', () => {
  it('has every method and path once', () => {
    const lines = all.map(([, { method, path }]) => `${method} ${path}`)
    expect(new Set(lines).size).toBe(lines.length)
  })

  it.each(all)('%s has no field that is also in its path', (_, { path, ...call }) => {
    const shape = ('query' in call && call.query) || ('body' in call && call.body !== 'bytes' && call.body)
    const { properties, anyOf = [] } = shape ? z.toJSONSchema(shape, { io: 'input' }) : {}
    const fields = [properties, ...anyOf.map((each) => each.properties)].flatMap((each) => Object.keys(each ?? {}))
    expect(fields.filter((field) => path.includes(`{${field}}`))).toEqual([])
    expect(!shape || fields.length > 0).toBe(true)
  })
})

describe('the address of a call', () => {
  it('has parameters in the path and filters in the query', () => {
    const input = { environment: 'production', part: 'events', hours: 3, unset: undefined }
    expect(addressOf(calls.showEvidence, input)).toBe('/releases/environments/production/parts/events/evidence?hours=3')
  })

  it('keeps the slashes of a file and encodes every other value', () => {
    const input = { part: 'a/b', version: '1.0.0', '*': 'static/@page~1.js' }
    expect(addressOf(calls.sendFile, input)).toBe('/releases/parts/a%2Fb/versions/1.0.0/files/static/%40page~1.js')
  })

  it('throws without a parameter', () => {
    expect(() => addressOf(calls.promote, { environment: 'production' })).toThrow('needs part')
  })

  it('leaves the rest for the body', () => {
    expect(bodyOf(calls.promote, { environment: 'production', part: 'events', version: '1.0.0' })).toEqual({
      version: '1.0.0',
    })
  })
})

describe('the client', () => {
  it('has every call', () => {
    expect(Object.keys(registryClient({ url: 'http://localhost' }))).toEqual(Object.keys(calls))
    expectTypeOf<keyof RegistryClient>().toEqualTypeOf<CallName>()
  })

  it('has types for parameters and results', () => {
    expectTypeOf<Parameters<RegistryClient['promote']>[0]>().toExtend<{ environment: string; part: string }>()
    expectTypeOf<ReturnType<RegistryClient['listParts']>>().resolves.toHaveProperty('parts')
    // @ts-expect-error an environment is missing
    void ((client: RegistryClient) => client.promote({ part: 'events' }))
    // @ts-expect-error there is no such field
    void ((client: RegistryClient) => client.promote({ environment: 'production', part: 'events', colour: 'red' }))
    void ((client: RegistryClient) => client.listParts())
  })
})
