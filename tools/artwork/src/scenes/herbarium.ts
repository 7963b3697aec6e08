import type { Canvas } from '../canvas'
import { f, type Point } from '../curves'
import { mix } from '../palettes'
import type { Random } from '../random'

/** Two or three pressed plants on a round sheet. */
export function herbarium(c: Canvas): void {
  const { w, h, pal } = c
  const next = c.random('hb')
  const paper = mix(pal.sky[2], pal.sky[1], 0.5)
  if (!c.composition.bare) sheet(c, paper)
  const count = 2 + Math.floor(next() * 2)
  const greens = [pal.near, mix(pal.near, pal.grass[1], 0.7), pal.grass[1]]
  for (let q = 0; q < count; q++) {
    const aside = q - (count - 1) / 2
    const x = w * (0.5 + aside * 0.17 + (next() - 0.5) * 0.03)
    const height = h * (0.78 + 0.16 * next()) * (q === Math.floor(count / 2) ? 1 : 0.82)
    const lean = aside * w * 0.1 + (next() - 0.5) * w * 0.05
    plant(c, next, x, height, lean, greens[q % 3] as string, paper)
  }
}

function sheet(c: Canvas, paper: string): void {
  const { w, h, pal } = c
  const circle = (r: number, rest: string) =>
    `<circle cx="${f(w * 0.5)}" cy="${f(h * 0.5)}" r="${f(Math.min(w, h) * r)}" ${rest}/>`
  c.add(
    `<rect width="${w}" height="${h}" fill="${paper}"/>` +
      circle(0.41, `fill="${mix(pal.sun, paper, 0.45)}"`) +
      circle(0.47, `fill="none" stroke="${mix(pal.near, paper, 0.72)}" stroke-width="1.5"`),
  )
}

/** Number of leaf pairs, and the length and width of leaves, of the three kinds of plants. */
const species = [
  { pairs: 15, long: 0.19, wide: 0.3, fern: false },
  { pairs: 24, long: 0.19, wide: 0.17, fern: true },
  { pairs: 9, long: 0.22, wide: 0.42, fern: false },
] as const

function plant(c: Canvas, next: Random, x: number, height: number, lean: number, green: string, paper: string): void {
  const { pairs, long, wide, fern } = species[Math.floor(next() * 3)] as (typeof species)[number]
  const ground = c.h * 1.03
  const onStem = (t: number): Point => [x + lean * t * t, ground - height * t]
  let leaves = ''
  let veins = ''
  for (let i = 2; i < pairs; i++) {
    const t = 0.18 + (0.8 * i) / pairs
    const [baseX, baseY] = onStem(t)
    const growth = fern ? (1 - t) * 1.15 + 0.05 : Math.sin(Math.PI * Math.min(1, t * 1.02)) * 0.9 + 0.15
    const length = height * long * growth
    const width = length * wide
    for (const side of [-1, 1]) {
      const angle = -Math.PI / 2 + side * (1.05 - 0.45 * t) + (lean / height) * 0.8
      const [tipX, tipY] = [baseX + Math.cos(angle) * length, baseY + Math.sin(angle) * length]
      const [nx, ny] = [-Math.sin(angle) * width * side, Math.cos(angle) * width * side]
      const [midX, midY] = [(baseX + tipX) / 2, (baseY + tipY) / 2]
      leaves += `M${f(baseX)},${f(baseY)}Q${f(midX + nx)},${f(midY + ny)} ${f(tipX)},${f(tipY)}Q${f(midX - nx * 0.7)},${f(midY - ny * 0.7)} ${f(baseX)},${f(baseY)}Z`
      veins += `M${f(baseX)},${f(baseY)}L${f(baseX + (tipX - baseX) * 0.82)},${f(baseY + (tipY - baseY) * 0.82)}`
    }
  }
  const [topX, topY] = onStem(1)
  const stem = `M${f(x)},${f(ground)}Q${f(x)},${f(ground - height * 0.55)} ${f(topX)},${f(topY)}`
  c.add(
    `<path d="${stem}" fill="none" stroke="${green}" stroke-width="${f(c.h * 0.008)}" stroke-linecap="round"/>` +
      `<path d="${leaves}" fill="${green}"/><path d="${veins}" stroke="${mix(green, paper, 0.45)}" stroke-width="1.3" fill="none"/>`,
  )
}
