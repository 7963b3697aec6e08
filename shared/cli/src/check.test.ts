import { expect, it } from 'vitest'
import { misfits } from './check'

const tides = { name: 'tides', host: '^1.0.0', paths: [{ pattern: '/tides' }, { pattern: '/tides/:place' }] }
const shell = { version: '1.4.0', host: '1.2.0', slots: { more: 4, footer: 2 } }
const live = {
  patterns: [
    { part: 'mfe-content', pattern: '/news/:slug' },
    { part: 'mfe-content', pattern: '/about' },
    { part: 'tides', pattern: '/tides' },
  ],
}
const of = (change: object, onShell: object = {}) => misfits({ ...tides, ...change }, live, { ...shell, ...onShell })
const link = (slot: string) => ({ navigation: [{ slot, title: 'Tides', path: '/tides' }] })

it('finds nothing where all of it fits', () => {
  expect(of({})).toEqual([])
  expect(of(link('footer'))).toEqual([])
})

it('finds a host that the live shell is not', () => {
  expect(of({ host: '^1.3.0' })).toEqual([expect.stringMatching(/\^1\.3\.0.*1\.4\.0.*'\^1\.2\.0'/)])
})

it.each([['/about'], ['/news/today'], ['/news/:id'], ['/:place/today'], ['/:place']])(
  'finds the address %s, which the registry would refuse',
  (pattern) => {
    expect(of({ paths: [...tides.paths, { pattern }] })).toEqual([expect.stringContaining(`${pattern} `)])
  },
)

it('leaves live addresses alone, also where another part has some of their pages', () => {
  const patterns = [
    { part: 'tides', pattern: '/:place' },
    { part: 'mfe-content', pattern: '/about' },
  ]
  expect(misfits({ ...tides, paths: [{ pattern: '/:place' }] }, { patterns }, shell)).toEqual([])
})

it('finds a link in a slot that the live shell does not have, and names those that it has', () => {
  expect(of(link('header'))).toEqual([expect.stringMatching(/no slot header.*more and footer/)])
  expect(of(link('more'), { slots: undefined })).toEqual([expect.stringMatching(/takes no links/)])
})

it('names everything at once', () => {
  expect(of({ ...link('header'), host: '^2.0.0', paths: [{ pattern: '/about' }] })).toHaveLength(3)
})
