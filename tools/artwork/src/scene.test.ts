import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { draw, drawing } from './drawing'
import { medallion } from './medallion'
import { hours, palettes } from './palettes'
import { scene, sceneKinds, stillLife } from './scene'
import { objectKinds } from './still/still'
import { markNames, wordmark } from './wordmark'

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)
const broken = /NaN|undefined|Infinity/
const everyScene = sceneKinds.flatMap((kind) => hours.map((hour) => scene({ kind, hour, seed: `${kind} ${hour}` })))
const everyObject = objectKinds.map((kind, i) =>
  stillLife({ kind, hour: hours[i % hours.length] ?? 'dawn', seed: kind }),
)

it('draws the same picture for a seed, for ever', () => {
  const all = [...everyScene, ...everyObject]
  expect(new Set(all).size).toBe(all.length)
  expect(digest(all.join())).toBe('a77b14a58cc17cb0')
})

it('has no invalid number in any picture', () => {
  expect([...everyScene, ...everyObject].filter((svg) => broken.test(svg))).toEqual([])
  expect(scene({ kind: 'coast', hour: 'dusk', seed: 'x', w: 300, h: 900 })).not.toMatch(broken)
})

it.each(hours.filter((hour) => hour !== 'night'))('has the night in each picture of %s', (hour) => {
  const pictures = [scene({ kind: 'coast', hour, seed: 'x' }), stillLife({ kind: 'gauge', hour, seed: 'x' })]
  for (const svg of pictures) {
    const [, rules = ''] = /<style>(.*?)<\/style>/.exec(svg) ?? []
    expect(rules).toContain('prefers-color-scheme:dark')
    // Its stars are hidden by day, and its sky is that of the night.
    expect(svg).toContain('<g class="n" display="none">')
    expect(rules).toContain('.n{display:inline}')
    for (const colour of palettes.night.sky) expect(rules.toUpperCase()).toContain(colour)
    // A duplicate attribute makes the whole file unreadable.
    for (const [tag] of svg.matchAll(/<\w+[^>]*>/g)) expect(tag.match(/ class="/g)?.length ?? 0, tag).toBeLessThan(2)
  }
})

it('has light letters for the dark theme in each wordmark', () => {
  const [, rules = ''] = /<style>(.*?)<\/style>/.exec(wordmark('Tull & Daughters', 'sun')) ?? []
  expect(rules).toMatch(/prefers-color-scheme:dark.*stroke:#C6D8D5.*fill:#C6D8D5/)
})

it('lights an object from the moon, and only at night', () => {
  const day = stillLife({ kind: 'boots', hour: 'noon', seed: 'x' })
  expect(day).toContain('<g class="l">')
  expect(day).toMatch(/dark\){[^}]*}\.l\{filter:url\(#l\)}/)
  expect(stillLife({ kind: 'boots', hour: 'night', seed: 'x' })).toContain('<g filter="url(#l)">')
  expect(scene({ kind: 'coast', hour: 'noon', seed: 'x' })).not.toContain('filter')
})

it('draws nothing of the land behind the object of a banner', () => {
  const banner = { kind: 'arctic', hour: 'night', seed: 'x', w: 2560, h: 320, land: true } as const
  const floes = (svg: string) => svg.match(/fill="#bcd5da"/g)?.length ?? 0
  const free = floes(scene(banner))
  const taken = [0.2, 0.4, 0.6, 0.8].map((x) =>
    floes(scene({ ...banner, object: { kind: 'bird', x, y: 0.8, size: 0.2 } })),
  )
  expect(free).toBeGreaterThan(0)
  expect(Math.min(...taken)).toBeLessThan(free)
})

it('cuts no cloud at the sides of the usual slots', () => {
  const middle = 2100
  const tall = objectKinds.map((kind) => stillLife({ kind, hour: 'dusk', seed: kind, tall: true }))
  for (const svg of [...everyObject, ...tall]) {
    const clouds = /opacity="\.5">((?:<rect [^>]*>)+)/.exec(svg)?.[1] ?? ''
    for (const [, x = 0, w = 0] of clouds.matchAll(/x="([\d.]+)".*? width="([\d.]+)"/g))
      for (const edge of [-848, -692, -488, -413, -360, 360, 413, 488, 692, 848])
        expect(Number(x) < middle + edge && middle + edge < Number(x) + Number(w), svg.slice(0, 200)).toBe(false)
  }
})

it('has one window in a room, so that a wide slot shows no part of a second one', () => {
  const rooms = everyObject.filter((svg) => svg.includes('fill-rule="evenodd"'))
  expect(rooms.length).toBeGreaterThan(10)
  for (const svg of rooms) {
    const [, wall = '', holes = ''] = /d="(M0,-1200H4200V1160H0Z)([^"]*)"/.exec(svg) ?? []
    expect([wall !== '', holes.match(/M/g)?.length]).toEqual([true, 1])
  }
})

it('puts the sun of an object where content asks, or birds in its place', () => {
  const drawn = (sun?: 'setting' | 'none') => stillLife({ kind: 'boots', hour: 'noon', seed: 'x', sun })
  const suns = (svg: string) => svg.match(/<circle cx="[\d.]+" cy="1004"/g)?.length ?? 0
  expect([drawn(), drawn('setting'), drawn('none')].map(suns)).toEqual([0, 3, 0])
  expect(drawn('none')).not.toContain(`<g fill="${palettes.noon.sun}">`)
})

it('shows an object beside a form down to the grass before it, and sky above it in a high frame', () => {
  const svg = stillLife({ kind: 'rowboat', hour: 'dusk', seed: 'x', tall: true })
  expect(svg).toContain('<view id="wide" viewBox="1740 652 720 720" preserveAspectRatio="xMidYMax meet"/>')
})

it('draws land without a sky for pages that draw their own', () => {
  const whole = scene({ kind: 'coast', hour: 'dawn', seed: 'x', w: 2560, h: 320 })
  const land = scene({ kind: 'coast', hour: 'dawn', seed: 'x', w: 2560, h: 320, land: true })
  expect(whole).toContain('<rect width="2560" height="320"')
  expect(land).not.toContain('<rect width="2560" height="320"')
})

it('shows the middle of an object’s picture on a card, and all of it in a slot of any shape', () => {
  const [, box = ''] =
    /viewBox="([^"]*)"/.exec(stillLife({ kind: 'kite', hour: 'noon', seed: 'x', w: 900, h: 900 })) ?? []
  const [, , w = 0, h = 0] = box.split(' ').map(Number)
  expect(w).toBe(h)
  expect(w).toBeGreaterThanOrEqual(580)
  expect(everyObject.filter((svg) => !svg.includes('<view id="wide"'))).toEqual([])
})

it('writes letters as outlines, so that no picture needs a font', () => {
  const portraits = ['IA', 'ŁM', 'ÞÁ', 'NÁ'].map((initials) => medallion('imogen', initials, 'morning'))
  const marks = markNames.map((mark) => wordmark('Tull & Daughters', mark))
  for (const svg of [...portraits, ...marks]) {
    expect(svg).not.toMatch(/<text|font-family/)
    expect(svg).not.toMatch(broken)
  }
  expect(new Set(portraits).size).toBe(portraits.length)
  expect(new Set(marks).size).toBe(marks.length)
})

it('draws accented letters without a missing accent, and no unknown characters', () => {
  const letters = (name: string) => wordmark(name, 'leaf').match(/<path transform/g)?.length
  expect(letters('Café Nordøy')).toBe(10)
  // The font lacks Ắ, so the letter A is drawn; an unknown character is dropped.
  expect(letters('Ắ')).toBe(1)
  expect(letters('畑')).toBeUndefined()
})

it('accepts only the options that content uses', () => {
  expect(draw(drawing.parse({ object: 'gauge', hour: 'noon', ground: 'quay' }), 'tide')).toContain('<svg')
  expect(drawing.safeParse({ object: 'gauge' }).success).toBe(false)
  expect(drawing.safeParse({ object: 'unicorn', hour: 'noon' }).success).toBe(false)
  expect(drawing.safeParse({ wordmark: 'Harbour Trust', mark: 'crown' }).success).toBe(false)
})
