import type { Canvas } from './canvas'
import { f } from './curves'
import { mix } from './palettes'

/** The ground of the picture, as light at the horizon as it gets; at night with stars. */
export function sky(c: Canvas, stars?: { count: number; to: number }): void {
  if (!c.composition.land)
    c.add(`<rect width="${c.w}" height="${c.h}" fill="${c.gradient(c.pal.sky, undefined, 0.7)}"/>`)
  if (stars) addStars(c, stars.count, stars.to)
}

function addStars(c: Canvas, count: number, to: number): void {
  const next = c.random('st')
  const { land, starX: from = land ? 0.88 : 0 } = c.composition
  const sizes = ['', '', '']
  for (let i = 0; i < count * (1 - from); i++) {
    // The page's own sky, which goes on above and beside land, has none: they begin one by one, and not along a line.
    const x = c.w * (from + (1 - from) * (from > 0 ? next() ** 0.5 : next()))
    const y = (land ? (next() + next()) / 2 : next() * next()) * to * (c.composition.starMax ?? 1)
    sizes[i % 3] += `M${f(x)},${f(y)}h0`
  }
  const dots = sizes.map((d, i) => `<path stroke-width="${1.6 + i * 1.3}" d="${d}"/>`).join('')
  c.atNight(`<g fill="none" stroke="#F3EBD2" stroke-linecap="round" opacity=".8">${dots}</g>`)
}

/** Sun or moon with two halos. */
export function sun(c: Canvas, atX: number, atY: number, r: number): void {
  const { land, sunX = 0.655, sunY = 0.5, sunR = 0.085 } = c.composition
  const [x, y, radius] = land ? [c.w * sunX, c.h * sunY, c.h * sunR] : [atX, atY, r]
  const circle = (r: number, opacity = '') => `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}"${opacity}/>`
  c.add(
    `<g fill="${c.pal.sun}">${circle(radius * 2.5, ' opacity=".10"')}${circle(radius * 1.65, ' opacity=".18"')}${circle(radius)}</g>`,
  )
}

/** Long pills, some with a second and third. `key` tells the clouds of one picture apart. */
export function clouds(c: Canvas, count: number, from: number, to: number, opacity: number, key = ''): void {
  if (c.composition.land) return
  const next = c.random(`${key}cl`)
  const pill = (x: number, y: number, width: number, height: number) =>
    `<rect x="${f(x)}" y="${f(y)}" width="${f(width)}" height="${f(height)}" rx="${f(height / 2)}"/>`
  let svg = ''
  for (let i = 0; i < count; i++) {
    const x = next() * c.w
    const y = from + (to - from) * next()
    const width = c.w * (0.08 + 0.14 * next())
    const height = Math.min(c.h, c.w * 0.66) * (0.012 + 0.012 * next())
    svg += pill(x, y, width, height)
    svg += pill(x + width * (0.12 + 0.3 * next()), y - height, width * 0.46, height)
    if (next() < 0.5) {
      const [low, small] = [y + height * 1.9, height * 0.7]
      svg += `<rect x="${f(x + width * 0.7)}" y="${f(low)}" width="${f(width * 0.55)}" height="${f(small)}" rx="${f(height * 0.35)}"/>`
    }
  }
  c.add(`<g fill="${mix(c.pal.sky[2], '#ffffff', 0.55)}" opacity="${opacity}">${svg}</g>`)
}

export function birds(c: Canvas, count: number, x: number, y: number, spread: number, size: number): void {
  if (c.composition.land) return
  const next = c.random('bi')
  let d = ''
  for (let i = 0; i < count; i++) {
    const birdX = x + (next() - 0.5) * spread * 2
    const birdY = y + (next() - 0.5) * spread * 0.7
    const s = size * (0.5 + next() * 0.8)
    d += `M${f(birdX - s)},${f(birdY - s * 0.25 * next())}`
    d += `q${f(s * 0.55)},${f(-s * 0.5)} ${f(s)},${f(s * 0.2)}q${f(s * 0.45)},${f(-s * 0.7)} ${f(s)},${f(-s * 0.2)}`
  }
  c.add(
    `<path d="${d}" fill="none" stroke="${c.pal.ink}" stroke-width="${f(size * 0.2)}" stroke-linecap="round" opacity=".75"/>`,
  )
}
