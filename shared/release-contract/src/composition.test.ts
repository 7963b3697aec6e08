import { expect, it } from 'vitest'
import { compositionFor, searchIn } from './composition'
import type { SectionRelease, ShellRelease } from './release'
import type { NavigationEntry } from './section'

const entry = (title: string, slot = 'more'): NavigationEntry => ({ slot, title, path: `/${title.toLowerCase()}` })
const section = (...navigation: NavigationEntry[]) => [
  {
    name: 'x',
    version: '1.0.0',
    title: 'x',
    pages: [],
    files: {},
    entry: 'x',
    navigation,
  } as unknown as SectionRelease,
]
const shell = (slots?: Record<string, number>) => ({ version: '1.0.0', host: '1.0.0', slots }) as ShellRelease
const navigationOf = (slots: Record<string, number> | undefined, ...[sections, unavailable = {}]: Given) =>
  compositionFor('x', shell(slots), sections, unavailable).navigation
type Given = [Record<string, SectionRelease[]>, Parameters<typeof compositionFor>[3]?]

it('has the entries of sections in the slots of the shell, in a fixed order and up to the limit', () => {
  const [tides, dunes, waders] = [entry('Tides'), entry('Dunes'), entry('Waders', 'footer')]
  const sections = { 'mfe-tides': section(tides), 'mfe-dunes': section(dunes, waders) }
  expect(navigationOf({ more: 4, footer: 1 }, sections)).toEqual({ more: [dunes, tides], footer: [waders] })
  expect(navigationOf({ more: 1 }, sections)).toEqual({ more: [dunes] })
  expect(navigationOf(undefined, sections)).toEqual({})
})

it('keeps the entries of a stopped section: its pages explain it', () => {
  const unavailable = { 'mfe-tides': { title: 'Tides', pages: [], stopped: {}, navigation: [entry('Tides')] } }
  expect(navigationOf({ more: 4 }, {}, unavailable)).toEqual({ more: [entry('Tides')] })
})

it('has the search terms of its sections’ pages, and none of a stopped section', () => {
  const searchPages = [{ path: '/tides', title: 'Tides', about: 'When the sea comes' }]
  const [tides] = section() as [SectionRelease]
  const unavailable = { 'mfe-dunes': { title: 'Dunes', pages: [], stopped: {} } }
  const composition = compositionFor('x', shell(), { 'mfe-tides': [{ ...tides, searchPages }] }, unavailable)
  expect(searchIn(composition)).toEqual({ searchKinds: [], searchPages })
})
