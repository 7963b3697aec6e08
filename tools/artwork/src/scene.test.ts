import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { medallion } from './medallion'
import { hours } from './palettes'
import { scene, sceneKinds } from './scene'
import { wordmark } from './wordmark'

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

it('draws the same picture for a seed, for ever', () => {
  const all = sceneKinds.flatMap((kind) => hours.map((hour) => scene({ kind, hour, seed: `${kind} ${hour}` })))
  expect(new Set(all).size).toBe(sceneKinds.length * hours.length)
  expect(digest(all.join())).toBe('322fd5f910db49e1')
})

it('draws people and sponsors', () => {
  expect(medallion('imogen', 'IA', 'morning')).toContain('>IA</text>')
  expect(wordmark('Tull & Daughters')).toContain('Tull &amp; Daughters')
})

it.each(['coast', 'alps', 'reef'] as const)('%s has no broken number in it', (kind) => {
  expect(scene({ kind, hour: 'dusk', seed: 'x', w: 300, h: 900 })).not.toMatch(/NaN|undefined|Infinity/)
})
