import type { Canvas } from '../canvas'
import { f, type Point, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import { crowns, grass } from '../plants'
import { clouds, sky, sun } from '../sky'

const canvasColours = ['#F2A33A', '#FBF4E2', '#D9553F', '#2F8C86'] as const

/** Five tents and a line of flags. */
export function festival(c: Canvas): void {
  const { w, h, pal } = c
  sky(c, { count: 90, to: h * 0.45 })
  sun(c, w * (c.composition.sunX ?? 0.28), h * 0.28, h * 0.09)
  clouds(c, 4, h * 0.1, h * 0.35, 0.5)
  const far = hills(c, { base: h * 0.62, amp: h * 0.2, freq: 3, key: 'e0' })
  c.strata(
    closeBelow(c, smooth(far)),
    c.shade(0.14),
    pal.haze,
    [
      [24, 16, 0.2],
      [56, 40, 0.36],
    ],
    0.45,
  )
  const middle = hills(c, { base: h * 0.75, amp: h * 0.14, freq: 2.4, key: 'e1' })
  c.strata(
    closeBelow(c, smooth(middle)),
    c.shade(0.36),
    pal.haze,
    [
      [30, 16, 0.14],
      [70, 40, 0.26],
    ],
    0.3,
  )
  crowns(c, middle, {
    n: Math.round(w / 60),
    h: h * 0.1,
    cols: [c.shade(0.46), c.shade(0.56), pal.grass[1]],
    key: 'ec',
  })
  flags(c, tents(c))
  const front = hills(c, { base: h * 1.03, amp: h * 0.11, freq: 2, oct: 2, key: 'en' })
  c.strata(closeBelow(c, smooth(front)), c.shade(0.86), pal.haze, [[40, 16, 0.08]], 0.05)
  grass(c, front, {
    n: Math.round(w / 6),
    h: h * 0.1,
    cols: [pal.near, pal.grass[1], pal.grass[2]],
    key: 'eg',
    heads: true,
  })
}

/** Draws the tents and answers where the flags are tied. */
function tents(c: Canvas): Point[] {
  const { w, h } = c
  const next = c.random('tt')
  const ground = h * 0.86
  c.add(
    `<path d="M-10,${f(ground - 6)}Q${f(w * 0.5)},${f(ground - h * 0.05)} ${w + 10},${f(ground)}V${h + 10}H-10Z" fill="${c.shade(0.62)}"/>`,
  )
  const tops: Point[] = []
  const count = 5 * c.breadth ** 1.5
  for (let k = 0; k + 0.5 < count; k++) {
    const x = (w * (0.5 + k + (next() - 0.5) * 0.25)) / count
    const half = (w * (0.09 + 0.04 * next()) * 5) / count
    const tall = h * (0.17 + 0.1 * next())
    if (c.isBehind(x)) continue
    c.add(tent(c, k, x, ground + h * 0.015 * (k % 2), half, tall))
    tops.push([x, ground + h * 0.015 * (k % 2) - tall * 1.02])
  }
  return tops
}

function tent(c: Canvas, k: number, x: number, y: number, half: number, tall: number): string {
  const { ink } = c.pal
  const colour = (n: number) => c.paint(canvasColours[n % canvasColours.length] as string)
  const roof = colour(k)
  const wall = mix(roof, ink, 0.28)
  const eaves = f(y - tall * 0.42)
  let svg = ''
  for (let q = 0; q < 4; q++) {
    const [from, to] = [x - half + (2 * half * q) / 4, x - half + (2 * half * (q + 1)) / 4]
    svg += `<path d="M${f(x)},${f(y - tall)}L${f(to)},${eaves}L${f(from)},${eaves}Z" fill="${q % 2 ? roof : mix(roof, '#ffffff', 0.55)}"/>`
    svg += `<path d="M${f(from)},${eaves}H${f(to)}V${f(y)}H${f(from)}Z" fill="${q % 2 ? wall : mix(wall, '#ffffff', 0.5)}"/>`
  }
  const door = `<path d="M${f(x - half * 0.22)},${f(y)}Q${f(x - half * 0.18)},${f(y - tall * 0.36)} ${f(x)},${f(y - tall * 0.4)}Q${f(x + half * 0.18)},${f(y - tall * 0.36)} ${f(x + half * 0.22)},${f(y)}Z" fill="${ink}" opacity=".72"/>`
  const pole = `<path d="M${f(x)},${f(y - tall)}v${f(-tall * 0.22)}" stroke="${ink}" stroke-width="2.5"/>`
  const pennant = `<path d="M${f(x)},${f(y - tall * 1.22)}l${f(half * 0.3)},${f(tall * 0.06)}l${f(-half * 0.3)},${f(tall * 0.06)}Z" fill="${colour(k + 2)}"/>`
  return svg + door + pole + pennant
}

/** Flags on slack lines from tent to tent. */
function flags(c: Canvas, tops: readonly Point[]): void {
  let lines = ''
  const cloths = canvasColours.map(() => '')
  for (let k = 1; k < tops.length; k++) {
    const [ax, ay] = tops[k - 1] as Point
    const [bx, by] = tops[k] as Point
    const [midX, midY] = [(ax + bx) / 2, Math.max(ay, by) + c.h * 0.07]
    lines += `M${f(ax)},${f(ay)}Q${f(midX)},${f(midY)} ${f(bx)},${f(by)}`
    for (let q = 1; q < 9; q++) {
      const t = q / 9
      const x = (1 - t) ** 2 * ax + 2 * (1 - t) * t * midX + t * t * bx
      const y = (1 - t) ** 2 * ay + 2 * (1 - t) * t * midY + t * t * by
      cloths[q % 4] += `M${f(x - 6)},${f(y)}h12l-6,13Z`
    }
  }
  const line = `<path d="${lines}" fill="none" stroke="${c.pal.ink}" stroke-width="1.6" opacity=".7"/>`
  c.add(line + cloths.map((d, i) => `<path d="${d}" fill="${c.paint(canvasColours[i] as string)}"/>`).join(''))
}
