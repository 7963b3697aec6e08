import type { Canvas } from '../canvas'
import { f, heightAt, smooth } from '../curves'
import { closeBelow, hills } from '../land'
import { mix } from '../palettes'
import type { Random } from '../random'

const corals = ['#E8604C', '#F2A33A', '#F6C7B0', '#C96C86', '#FBF1DA'] as const

/** Corals and a shoal of fish under slanting light. */
export function reef(c: Canvas): void {
  const { w, h, pal } = c
  const next = c.random('rf')
  const water = c.gradient([mix(pal.water[0], pal.sky[0], 0.4), pal.water[1], pal.water[2]])
  c.add(`<rect width="${w}" height="${h}" fill="${water}"/>`)
  for (let k = 0; k < 6; k++) {
    const x = w * next()
    const width = w * (0.03 + 0.06 * next())
    const d = `M${f(x)},-10h${f(width)}L${f(x - w * 0.12 + width * 2.2)},${f(h * 0.8)}H${f(x - w * 0.12 - width)}Z`
    c.add(`<path d="${d}" fill="#fff" opacity="${f(0.05 + 0.07 * next())}"/>`)
  }
  const far = hills(c, { base: h * 0.84, amp: h * 0.2, freq: 3, key: 'q0' })
  c.strata(closeBelow(c, smooth(far)), mix(pal.water[1], pal.water[2], 0.5), pal.water[1], [[24, 16, 0.15]], 0.1)
  const ground = hills(c, { base: h, amp: h * 0.16, freq: 2.6, key: 'q1' })
  for (let k = 0; k < 11; k++) {
    const x = w * ((k + 0.2 + 0.6 * next()) / 11)
    const y = heightAt(ground, x) + 8
    const size = h * (0.16 + 0.2 * next())
    const colour = c.paint(corals[Math.floor(next() * corals.length)] as string)
    const kind = Math.floor(next() * 3)
    if (kind === 0) c.add(branches(next, x, y, size, colour))
    else if (kind === 1) c.add(fan(x, y, size, colour))
    else c.add(dome(x, y, size, colour, mix(colour, pal.water[2], 0.25)))
  }
  c.strata(closeBelow(c, smooth(ground)), mix(pal.water[2], pal.ink, 0.35), pal.water[1], [[30, 18, 0.12]], 0.05)
  shoal(c, next)
}

function branches(next: Random, x: number, y: number, size: number, colour: string): string {
  let svg = ''
  const grow = (fromX: number, fromY: number, angle: number, length: number, width: number, depth: number): void => {
    const [toX, toY] = [fromX + Math.cos(angle) * length, fromY + Math.sin(angle) * length]
    svg += `<path d="M${f(fromX)},${f(fromY)}L${f(toX)},${f(toY)}" stroke-width="${f(width)}"/>`
    if (depth === 0) return
    for (const side of [-0.5, 0.5, 0.05])
      if (next() < 0.8) grow(toX, toY, angle + side * (0.8 + 0.5 * next()), length * 0.72, width * 0.74, depth - 1)
  }
  grow(x, y, -1.57, size * 0.34, size * 0.085, 3)
  return `<g stroke="${colour}" stroke-linecap="round" fill="none">${svg}</g>`
}

function fan(x: number, y: number, size: number, colour: string): string {
  let d = ''
  for (let q = 0; q < 9; q++) {
    const angle = -1.57 + (q - 4) * 0.19
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    d += `M${f(x)},${f(y)}Q${f(x + cos * size * 0.6)},${f(y + sin * size * 0.4)} ${f(x + cos * size)},${f(y + sin * size)}`
  }
  return `<path d="${d}" stroke="${colour}" stroke-width="${f(size * 0.05)}" stroke-linecap="round" fill="none"/>`
}

const dome = (x: number, y: number, size: number, colour: string, shade: string) =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(size * 0.42)}" ry="${f(size * 0.34)}" fill="${colour}"/>` +
  `<ellipse cx="${f(x)}" cy="${f(y + size * 0.04)}" rx="${f(size * 0.3)}" ry="${f(size * 0.22)}" fill="${shade}"/>`

function shoal(c: Canvas, next: Random): void {
  let d = ''
  for (let k = 0; k < 13; k++) {
    const x = c.w * (0.2 + 0.55 * next())
    const y = c.h * (0.2 + 0.38 * next())
    const s = c.h * (0.012 + 0.014 * next())
    d += `M${f(x - s * 2)},${f(y)}Q${f(x)},${f(y - s * 1.5)} ${f(x + s * 2)},${f(y)}L${f(x + s * 3)},${f(y - s)}V${f(y + s)}L${f(x + s * 2)},${f(y)}Q${f(x)},${f(y + s * 1.5)} ${f(x - s * 2)},${f(y)}Z`
  }
  c.add(`<path d="${d}" fill="${c.paint('#FBE7BE')}" opacity=".9"/>`)
}
