import { describe, expect, it, vi } from 'vitest'
import type { AnyEndpoint } from './endpoint'

type Def = { type: string; shape?: object; element?: object; innerType?: object; entries?: object; options?: object[] }
const defOf = (schema: object) => (schema as { _zod: { def: Def } })._zod.def

/** Everything that `readLeniently` reads. */
function described(schema: object): unknown {
  const { type, shape, element, innerType, entries, options } = defOf(schema)
  return {
    type,
    shape: shape && Object.fromEntries(Object.entries(shape).map(([key, part]) => [key, described(part)])),
    element: element && described(element),
    innerType: innerType && described(innerType),
    entries,
    options: options?.map(described),
  }
}

const { endpoints } = await import('./endpoints')
vi.resetModules()
vi.doMock('zod/mini', () => import('./shapes'))
const light = (await import('./endpoints')).endpoints as Record<string, AnyEndpoint>

describe('the replacement of zod in a browser build', () => {
  it.each(Object.entries(endpoints) as [string, AnyEndpoint][])(
    'describes %s like zod',
    (name, { data, beside = {} }) => {
      const other = light[name] as AnyEndpoint
      expect(defOf(other.data)).not.toBe(defOf(data))
      expect(described(other.data)).toEqual(described(data))
      for (const [key, shape] of Object.entries(beside))
        expect(described(other.beside?.[key] as object)).toEqual(described(shape))
    },
  )

  it('explains why it cannot validate', async () => {
    const { safeParse } = await import('./shapes')
    expect(() => safeParse()).toThrow('names zod in its package.json')
  })
})
