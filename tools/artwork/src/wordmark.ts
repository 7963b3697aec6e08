import { f } from './curves'
import { escapeText } from './medallion'
import { random } from './random'

const INK = '#3B5355'

/** A sponsor's name with a small sign before it, in one quiet colour. */
export function wordmark(name: string): string {
  const next = random(name)
  const sign = signs[Math.floor(next() * signs.length)] as (next: () => number) => string
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 100" aria-hidden="true"><g fill="none" stroke="${INK}" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">${sign(next)}</g><text x="72" y="58" font-family="Figtree, 'Segoe UI', sans-serif" font-weight="700" font-size="${fontSize(name)}" textLength="${f(Math.min(196, name.length * fontSize(name) * 0.55))}" lengthAdjust="spacingAndGlyphs" fill="${INK}">${escapeText(name)}</text></svg>`
}

const fontSize = (name: string) => (name.length > 16 ? 20 : name.length > 11 ? 23 : 26)

const signs = [
  // Waves.
  () => [40, 50, 60].map((y) => `<path d="M16,${y}q6,-7 12,0t12,0t12,0"/>`).join(''),
  // A leaf.
  () => '<path d="M34,72V50M34,56C20,56 16,46 16,34C30,34 34,44 34,56M34,50c0,-12 6,-18 18,-18c0,12 -6,18 -18,18"/>',
  // A sun.
  (next: () => number) =>
    `<circle cx="34" cy="50" r="9"/>${Array.from({ length: 8 }, (_, i) => {
      const angle = (i * Math.PI) / 4 + next() * 0.001
      return `<path d="M${f(34 + 14 * Math.cos(angle))},${f(50 + 14 * Math.sin(angle))}L${f(34 + 19 * Math.cos(angle))},${f(50 + 19 * Math.sin(angle))}"/>`
    }).join('')}`,
  // A house.
  () => '<path d="M16,52L34,34L52,52M21,48V68H47V48M30,68V57h8V68"/>',
] as const
