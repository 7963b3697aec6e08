import type { Canvas } from '../canvas'
import { f, fractalNoise, type Point, smooth } from '../curves'
import { closeBelow } from '../land'
import { mix } from '../palettes'
import { grass } from '../plants'
import { farAway } from './far-away'
import { room } from './room'
import { street } from './street'
import { BEYOND, HORIZON, WORLD } from './world'

/** What an object stands on. */
export const grounds = ['dune', 'shore', 'water', 'meadow', 'moor', 'quay', 'bench', 'floor', 'street', 'ice'] as const
export type Ground = (typeof grounds)[number]

/** What every slot shows, at the foot of the world: the object with air around it. */
export const SAFE = { w: 720, h: 640 } as const
/** The same of a frame beside a form, down to the grass at its foot. A higher frame shows more sky. */
export const TALL = { w: 720, h: 720, foot: 1372 } as const

/** Where the sun stands: how far aside of the object, how high, and how large. */
export type Sun = { aside: number; y: number; r: number }

/** Sky, sun and land behind the object, with something far away at its side. No sun if the object has its own light. */
export function behind(c: Canvas, kind: string, ground: Ground, side: -1 | 1, sun: Sun | undefined): void {
  skyAbove(c)
  if (sun) sunAt(c, sun)
  if (ground === 'bench' || ground === 'floor') {
    band(c, 'far', 1040, 150, 0.08, 6)
    band(c, 'mid', 1100, 120, 0.24, 8)
    room(c, kind)
  } else if (ground === 'street') {
    cloudsNear(c, sun)
    band(c, 'far', 900, 150, 0.08, 6)
    street(c)
  } else {
    cloudsNear(c, sun)
    const atSea = ground === 'water' || ground === 'shore' || ground === 'ice' || ground === 'quay'
    band(c, 'far', atSea ? 1030 : 1040, atSea ? 90 : 150, atSea ? 0.1 : 0.08, atSea ? 7 : 6)
    farAway(c, atSea, side)
    if (atSea) water(c, sun?.aside)
    else band(c, 'mid', 1100, 120, 0.3, 8)
  }
  if (ground !== 'water') floor(c, ground)
}

function skyAbove(c: Canvas): void {
  const { w, h, pal } = c
  c.add(
    `<path d="M0,${-BEYOND}H${w}V${h}H0Z" fill="${pal.sky[0]}"/><path d="M0,${c.composition.tall ? 240 : 560}H${w}V1080H0Z" fill="${c.gradient(pal.sky)}"/>` +
      `<path d="M0,1079H${w}V${h}H0Z" fill="${pal.sky[2]}"/>`,
  )
  const next = c.random('st')
  const [top, high] = c.composition.tall ? [40, 860] : [480, 420]
  const dots = (n: number) =>
    Array.from({ length: n }, () => `M${f(next() * w)},${f(top + high * next() ** 1.4)}h0`).join('')
  c.atNight(
    `<g fill="none" stroke="#F3EBD2" stroke-linecap="round" opacity=".8"><path stroke-width="3" d="${dots(110)}"/><path stroke-width="5" d="${dots(36)}"/></g>`,
  )
}

function sunAt(c: Canvas, { aside, y, r }: Sun): void {
  const circle = (radius: number, opacity = '') =>
    `<circle cx="${f(WORLD.x + aside)}" cy="${y}" r="${f(radius)}"${opacity}/>`
  c.add(
    `<g fill="${c.pal.sun}">${circle(r * 2.3, ' opacity=".1"')}${circle(r * 1.6, ' opacity=".18"')}${circle(r)}</g>`,
  )
}

/** How far aside clouds are: between the edges of the usual slots, which would cut them. */
const CLOUDS = [
  [190, 350],
  [700, 830],
  [1000, 1240],
  [1300, 1520],
  [1700, 1900],
] as const

function cloudsNear(c: Canvas, sun: Sun | undefined): void {
  const next = c.random('cl')
  const pill = (x: number, y: number, w: number, h: number) =>
    `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" rx="${f(h / 2)}"/>`
  let svg = ''
  // One above the other where there is a high sky, whole between the edges of the frame.
  for (const y of c.composition.tall ? [330, 470, 600] : []) {
    const w = 90 + 90 * next()
    const x = WORLD.x + (2 * next() - 1) * (TALL.w / 2 - w / 2 - 40) - w / 2
    svg += pill(x, y, w, 13) + pill(x + w * (0.1 + 0.3 * next()), y - 13, w * 0.5, 13)
  }
  for (const [from, to] of CLOUDS)
    for (const side of [-1, 1]) {
      if (next() < 0.3) continue
      const w = (to - from) * (0.6 + 0.3 * next())
      const x = WORLD.x + side * (from + to) * 0.5 - w / 2
      const y = WORLD.h - SAFE.h + 40 + 90 * next()
      const aside = sun && Math.abs(x + w / 2 - WORLD.x - sun.aside) - w / 2
      if (sun && aside !== undefined && aside < sun.r * 1.3 && Math.abs(y - sun.y) < sun.r * 1.3) continue
      svg += pill(x, y, w, 13) + pill(x + w * (0.1 + 0.3 * next()), y - 13, w * 0.5, 13)
    }
  c.add(`<g fill="${mix(c.pal.sky[2], '#ffffff', 0.55)}" opacity=".5">${svg}</g>`)
}

/** A range of land over the whole world, in printed bands. */
function band(c: Canvas, key: string, base: number, amp: number, depth: number, freq: number): void {
  const relief = fractalNoise(c.random(key), freq * 1.3, 3)
  const points: Point[] = []
  for (let x = -60; x <= c.w + 60; x += 64) points.push([x, base - amp * relief((x + 60) / (c.w + 120))])
  const bands = [
    [26, 15, 0.22],
    [58, 36, 0.38],
  ] as const
  c.strata(closeBelow(c, smooth(points)), c.shade(depth), c.pal.haze, bands, 0.5)
}

function water(c: Canvas, sun: number | undefined): void {
  const { w, h, pal } = c
  const next = c.random('se')
  const y = HORIZON
  c.add(
    `<path d="M0,${y}H${w}V${h + BEYOND}H0Z" fill="${c.gradient(pal.water, undefined, (h - y) / (h + BEYOND - y))}"/>`,
  )
  const dashes = (n: number, at: () => number, most: number) =>
    Array.from({ length: n }, (_, i) => {
      const t = (i + next()) / n
      return `M${f(at() - most * (0.3 + t) * 0.5)},${f(y + 5 + 250 * t * t)}h${f(most * (0.3 + t) * (0.4 + 0.6 * next()))}`
    }).join('')
  const waves = dashes(64, () => next() * w, 90)
  c.add(
    `<path d="${waves}" stroke="${mix(pal.water[1], pal.glint, 0.4)}" stroke-width="3" stroke-linecap="round" opacity=".5"/>`,
  )
  if (sun === undefined) return
  const glints = dashes(26, () => WORLD.x + sun + (next() - 0.5) * 190, 70)
  c.add(`<path d="${glints}" stroke="${pal.glint}" stroke-width="4" stroke-linecap="round" opacity=".8"/>`)
}

/** The ground line: flat where the object stands. */
function floorLine(c: Canvas, top: number, relief: number): Point[] {
  const wave = fractalNoise(c.random('fl'), 9, 2)
  const points: Point[] = []
  for (let x = -60; x <= c.w + 60; x += 60) {
    const aside = Math.min(1, Math.max(0, (Math.abs(x - WORLD.x) - 180) / 420))
    points.push([x, top - relief * aside * (wave((x + 60) / (c.w + 120)) - 0.35)])
  }
  return points
}

function floor(c: Canvas, ground: Ground): void {
  const { pal, w, h } = c
  const flat = (y: number, fill: string) => c.add(`<path d="M0,${y}H${w}V${h + BEYOND}H0Z" fill="${fill}"/>`)
  if (ground === 'bench' || ground === 'floor') {
    const [lit, dim] = ground === 'bench' ? ['#B98556', '#A8683A'] : ['#D8B98C', '#8A6A4A']
    const wood = mix(mix(lit, pal.near, 0.1), pal.haze, 0.12)
    const board = c.isNight ? mix(dim, pal.sky[1], 0.38) : wood
    flat(1150, mix(board, '#ffffff', 0.14))
    flat(1166, board)
    for (const [i, y] of [1196, 1226, 1262, 1310, 1376, 1466].entries()) flat(y, mix(board, pal.ink, 0.08 + 0.07 * i))
    return
  }
  if (ground === 'quay' || ground === 'street') {
    const stone = mix(pal.far, pal.near, 0.3)
    flat(1146, mix(stone, pal.haze, 0.45))
    flat(1166, stone)
    let joints = ''
    // Each course is a little higher than the one above it: nearer.
    const courses = [1166, 1210, 1258, 1311, 1370, 1436, 1510, 1594]
    for (const [n, y] of courses.slice(0, -1).entries()) {
      const high = (courses[n + 1] as number) - y
      for (let x = 20 + (n % 2) * 75; x < w; x += 150) joints += `M${x},${y}v${high}`
      joints += `M0,${y + high}H${w}`
    }
    c.add(`<path d="${joints}" fill="none" stroke="${mix(stone, pal.ink, 0.22)}" stroke-width="4"/>`)
    return
  }
  const colours: Record<'dune' | 'shore' | 'meadow' | 'moor' | 'ice', readonly [string, string]> = {
    dune: [mix(pal.sand[0], pal.sand[1], 0.25), pal.sand[1]],
    shore: [mix(mix(pal.sand[0], pal.sand[1], 0.1), pal.glint, c.isNight ? 0.12 : 0), pal.sand[1]],
    meadow: [c.shade(0.55), pal.near],
    moor: [mix(c.shade(0.5), pal.grass[2], 0.45), c.shade(0.75)],
    ice: [c.isNight ? mix('#8FB9C2', pal.haze, 0.45) : mix(pal.haze, '#ffffff', 0.6), pal.water[0]],
  }
  const [top, low] = colours[ground as keyof typeof colours]
  const line = floorLine(c, 1152, ground === 'shore' || ground === 'ice' ? 34 : 90)
  const bands = [
    [40, 24, 0.2],
    [90, 56, 0.4],
    [150, 96, 0.6],
  ] as const
  c.strata(`${smooth(line)}V${h + BEYOND}H-60Z`, top, low, bands, 0.25)
  if (ground === 'ice' || ground === 'shore') return
  tufts(c, line, ground === 'meadow' ? 30 : 44, 'tb', 44)
}

/** Grass on both sides of the object, thinner further out. */
function tufts(c: Canvas, line: readonly Point[], h: number, key: string, n: number): void {
  const { pal } = c
  const cols = [pal.near, pal.ink, pal.grass[1], pal.grass[2]]
  for (const [i, [x0, x1]] of (
    [
      [1390, 1840],
      [2360, 2810],
    ] as const
  ).entries())
    grass(c, line, { n, h, cols, key: `${key}${i}`, x0, x1, dip: 12, lean: 0.7, passes: 2 })
  for (const [i, [x0, x1]] of (
    [
      [0, 1390],
      [2810, 4200],
    ] as const
  ).entries())
    grass(c, line, {
      n: Math.round(n * 0.8),
      h: h * 1.15,
      cols,
      key: `${key}o${i}`,
      x0,
      x1,
      dip: 12,
      lean: 0.7,
      passes: 1,
    })
}

/** What grows or washes before the object's foot. */
export function before(c: Canvas, ground: Ground): void {
  const { pal } = c
  if (!['dune', 'shore', 'water', 'meadow', 'moor'].includes(ground)) return
  if (ground === 'water' || ground === 'shore') {
    if (ground === 'water')
      c.add(
        `<path d="M1710,1196q40,-18 80,0t80,0M2210,1204q44,-18 88,0t88,0M1910,1236q50,-20 100,0t100,0t100,0" fill="none" stroke="${pal.glint}" stroke-width="6" stroke-linecap="round" opacity=".6"/>`,
      )
    return
  }
  const line: Point[] = [
    [0, 1262],
    [1650, 1254],
    [2100, 1272],
    [2550, 1252],
    [4200, 1262],
  ]
  const cols = [pal.near, pal.ink, pal.grass[1], pal.grass[2]]
  for (const [i, [x0, x1]] of (
    [
      [1530, 1940],
      [2270, 2690],
    ] as const
  ).entries())
    grass(c, line, { n: 46, h: 100, cols, key: `tf${i}`, x0, x1, dip: 40, lean: 0.8, heads: true, passes: 2 })
}

/** The dune that the picture is seen from: its grass stands before the foot of a tall frame. */
export function foreground(c: Canvas): void {
  const { pal, w, h } = c
  const wave = fractalNoise(c.random('fg'), 9, 2)
  const line: Point[] = []
  for (let x = -60; x <= w + 60; x += 60) {
    const aside = Math.min(1, Math.abs(x - WORLD.x - 60) / 380)
    line.push([x, TALL.foot + 16 - 84 * aside ** 1.6 - 20 * aside * wave(x / w)])
  }
  c.strata(`${smooth(line)}V${h + BEYOND}H-60Z`, c.shade(0.86), pal.near, [[30, 18, 0.4]], 0.3)
  const cols = [pal.near, pal.ink, pal.grass[1], pal.grass[2]]
  for (const [key, x0, x1] of [
    ['gl', WORLD.x - 720, WORLD.x - 130],
    ['gr', WORLD.x + 210, WORLD.x + 720],
  ] as const)
    grass(c, line, { n: 46, h: 176, cols, key, x0, x1, dip: 16, lean: 0.8, heads: true, passes: 2 })
}

/** A long rise of the ground, flat on top, under an object that stands in a landscape. */
export function knoll(c: Canvas, ground: Ground, x: number, y: number, size: number): void {
  const { h, pal } = c
  const [top, foot] = [230 * size, 1750 * size]
  const line: Point[] = []
  for (let dx = -foot; dx <= foot; dx += foot / 20) {
    const t = Math.max(0, Math.abs(dx) - top) / (foot - top)
    line.push([x + dx, y - 4 + (h + 30 - y) * t * t * (3 - 2 * t)])
  }
  const ice = c.isNight ? '#8FB9C2' : '#FFFFFF'
  const isSand = ground === 'dune' || ground === 'shore'
  const [colour, toward] = isSand ? pal.sand : ground === 'ice' ? [ice, pal.far] : [c.shade(0.45), pal.near]
  const bands = [
    [26, 12, 0.2],
    [60, 28, 0.4],
  ] as const
  c.strata(`${smooth(line)}V${h + 90}H${f(x - foot)}Z`, colour, toward, bands, 0.3)
  if (ground === 'ice') return
  const cols = [pal.near, pal.ink, pal.grass[1], pal.grass[2]]
  for (const [key, from, to] of [
    ['kl', -3 * top, -top],
    ['kr', top, 3 * top],
  ] as const)
    grass(c, line, { n: 18, h: 120 * size, cols, key, x0: x + from, x1: x + to, dip: 4, lean: 0.8, heads: true })
}
