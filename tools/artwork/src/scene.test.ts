import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { draw, drawing } from './drawing'
import { medallion } from './medallion'
import { hours, palettes } from './palettes'
import { scene, sceneKinds, stillLife } from './scene'
import { type ObjectKind, objectKinds } from './still/still'
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
  expect(digest(all.join())).toBe('85e4cc67eb2950e6')
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

const indoors = everyObject.flatMap((svg, i) => {
  const [, room = ''] = /<g transform="translate\(2100\)">(<clipPath.*?) d="M-2100,1128/.exec(svg) ?? []
  return room ? [{ kind: objectKinds[i] as ObjectKind, room }] : []
})

it('has at most one window in a room, whole in a square picture of its object', () => {
  const windows = indoors.map(({ kind, room }) => ({
    kind,
    holes: /<clipPath id="w"><path d="M-2100,[^Z]*Z([^"]*)"/.exec(room)?.[1] ?? '',
  }))
  expect(windows.filter(({ holes }) => holes).length).toBeGreaterThan(8)
  for (const { kind, holes } of windows) {
    expect(holes.match(/M/g)?.length ?? 0, kind).toBeLessThan(2)
    const [, left = 0, width = 0] = /M(-?[\d.]+),.*?(?:h| 0 0 1 )([\d.]+)/.exec(holes) ?? []
    // A square of the usual picture shows 320 on each side; the board below the window takes another 20.
    expect(Math.abs(Number(left) + Number(width) / 2) + Number(width) / 2, kind).toBeLessThanOrEqual(300)
  }
})

it('has another room for each thing that stands indoors', () => {
  const rooms = indoors.map(({ kind }) => stillLife({ kind, hour: 'noon', seed: 'x' }))
  const furniture = rooms.map((svg) => /<g clip-path="url\(#w\)">.*? d="M-2100,1128/.exec(svg)?.[0])
  expect(furniture.length).toBeGreaterThan(20)
  expect(new Set(furniture).size).toBe(furniture.length)
})

it('has the shadow of each object where it stands, unless water, sand or grass is around its foot', () => {
  const bare = objectKinds.filter(
    (_, i) => !/<ellipse [^>]* opacity="\.3"|M-282,4L[^"]*" [^>]* opacity="\.3"/.test(everyObject[i] as string),
  )
  expect(bare).toEqual([
    ...['auger', 'boots', 'buoy', 'doorstep', 'drain', 'eclipse', 'fence', 'gauge', 'groyne', 'ladder'],
    ...['message', 'paperboats', 'quadrat', 'rowboat'],
  ])
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
