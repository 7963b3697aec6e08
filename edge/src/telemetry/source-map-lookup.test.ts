import { afterEach, expect, it } from 'vitest'
import { SourceMapLookup } from './source-map-lookup'

const mapOf = (source: string) =>
  Buffer.from(JSON.stringify({ version: 3, sources: [source], names: [], mappings: 'AAAA' }))
const START = { line: 1, column: 1 }
const lookup = new SourceMapLookup()
afterEach(() => lookup.stop())

/** Returns the source, and whether its map had to be loaded. */
async function find(key: string): Promise<[string | undefined, boolean]> {
  let loaded = false
  const found = await lookup.find(key, START, async () => {
    loaded = true
    return mapOf(`${key}.ts`)
  })
  return [found?.source, loaded]
}

it('keeps the most recently used maps, six at most', async () => {
  for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) expect(await find(key)).toEqual([`${key}.ts`, true])
  expect(await find('a')).toEqual(['a.ts', false])
  expect(await find('g')).toEqual(['g.ts', true])
  expect(await find('a')).toEqual(['a.ts', false])
  expect(await find('b')).toEqual(['b.ts', true])
})

it('refuses an invalid map, and goes on', async () => {
  await expect(lookup.find('broken', START, async () => Buffer.from('{'))).rejects.toThrow(/JSON/)
  expect(await find('broken')).toEqual(['broken.ts', true])
  expect(await find('a')).toEqual(['a.ts', true])
})

it('aborts a map that exceeds its memory limit', async () => {
  const huge = Buffer.from(`{"version":3,"sources":[],"names":[${'{},'.repeat(1e7)}0],"mappings":""}`)
  await expect(lookup.find('huge', START, async () => huge)).rejects.toThrow(/ended with|aborted/)
  expect(await find('a')).toEqual(['a.ts', true])
})

it('notifies waiting requests when the edge stops', async () => {
  const waits = lookup.find('a', START, async () => mapOf('a.ts'))
  await new Promise((resolve) => setTimeout(resolve, 0))
  lookup.stop()
  await expect(waits).rejects.toThrow(/ended with/)
})
