import { lettering, widthOf } from './lettering'
import { withNight } from './night'

const INK = '#3B5355'
const NIGHT_INK = '#C6D8D5'
const SIZE = 27
const ROOM = 196

/** A sponsor's mark and name, in one quiet colour. Without a ground: it stands on one of the site, light or dark. */
export const wordmark = (name: string, mark: Mark): string =>
  withNight(drawn(name, mark, INK), drawn(name, mark, NIGHT_INK))

function drawn(name: string, mark: Mark, ink: string): string {
  const words = name.split(' ')
  // A long name stands in two lines of about the same length.
  const lines = widthOf(name) * SIZE <= ROOM ? [name] : twoLines(words)
  const size = Math.min(SIZE, ROOM / Math.max(...lines.map(widthOf)))
  const first = 50 + size * 0.35 - (lines.length - 1) * size * 0.56
  const text = lines.map((line, i) => lettering(line, 74, first + i * size * 1.12, size, ink)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 280 100" aria-hidden="true"><defs></defs><g fill="none" stroke="${ink}" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round">${marks[mark]}</g>${text}</svg>`
}

function twoLines(words: readonly string[]): string[] {
  const splits = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(' '), words.slice(i + 1).join(' ')])
  const longest = (lines: readonly string[]) => Math.max(...lines.map(widthOf))
  return splits.sort((a, b) => longest(a) - longest(b))[0] ?? [...words]
}

/** Each in a square of 40 around (38, 50). */
const marks = {
  anchor:
    '<path d="M38,37v33M28,45h20M20,56c1,10 9,14 18,14s17,-4 18,-14M20,56l-4,6M20,56l6,4M56,56l4,6M56,56l-6,4"/><circle cx="38" cy="32" r="5"/>',
  bread:
    '<path d="M20,68c-3,-12 -4,-18 -2,-25c2,-8 10,-11 20,-11s18,3 20,11c2,7 1,13 -2,25ZM28,42l4,8M37,40l4,8M46,42l4,8"/>',
  book: '<path d="M38,38c-6,-5 -13,-6 -20,-5v32c7,-1 14,0 20,5c6,-5 13,-6 20,-5v-32c-7,-1 -14,0 -20,5ZM38,38v32M23,52c3,-3 5,-3 8,0M45,52c3,-3 5,-3 8,0"/>',
  bus: '<path d="M18,64v-22c0,-5 3,-8 8,-8h24c5,0 8,3 8,8v22ZM18,52h40M30,34v18M44,34v18"/><circle cx="27" cy="66" r="4"/><circle cx="49" cy="66" r="4"/>',
  cup: '<path d="M20,46h28v12c0,8 -5,12 -14,12s-14,-4 -14,-12ZM48,49c10,-2 10,12 0,12M28,40c-4,-4 3,-5 0,-10M38,40c-4,-4 3,-5 0,-10"/>',
  horn: '<path d="M18,46c12,0 22,-1 34,-11v30c-12,-10 -22,-11 -34,-11ZM18,42v16M27,55c-4,14 14,16 14,4M52,35c8,6 8,24 0,30"/>',
  kiln: '<path d="M26,70c-6,-12 -6,-20 2,-28l4,-14h12l4,14c8,8 8,16 2,28ZM32,70v-8c0,-8 12,-8 12,0v8M30,36h16"/>',
  knot: '<path d="M16,44c14,-8 22,24 36,14c10,-8 -2,-20 -10,-12l-10,10c-8,8 -18,-2 -10,-12c14,-12 22,20 38,10"/>',
  mill: '<circle cx="38" cy="48" r="17"/><circle cx="38" cy="48" r="4"/><path d="M38,44v-17M38,52v17M34,48h-17M42,48h17M35,45l-9,-9M41,45l9,-9M35,51l-9,9M41,51l9,9M16,74c4,-4 7,-4 11,0s7,4 11,0s7,-4 11,0s7,4 11,0"/>',
  sun: '<path d="M16,64c8,-8 14,-8 22,0s14,8 22,0M26,56c0,-16 24,-16 24,0M38,28v8M20,36l5,6M56,36l-5,6"/>',
  float:
    '<path d="M28,70v-42h20v42ZM28,36h6M28,44h9M28,52h6M28,60h9M16,70c4,-4 7,-4 11,0s7,4 11,0s7,-4 11,0s7,4 11,0"/><circle cx="42" cy="52" r="4"/>',
  leaf: '<path d="M38,72V50M38,56C24,56 20,46 20,34C34,34 38,44 38,56M38,50c0,-12 6,-18 18,-18c0,12 -6,18 -18,18"/>',
} as const

export type Mark = keyof typeof marks
export const markNames = Object.keys(marks) as Mark[]
