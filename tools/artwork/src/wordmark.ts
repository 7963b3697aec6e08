import { lettering, widthOf } from './lettering'
import { withNight } from './night'

const INK = '#3B5355'
const NIGHT_INK = '#C6D8D5'
const SIZE = 27
/** So narrow, and stacked, that the letters have 15 pixels in the narrowest tile of the site, which leaves 98 for them. */
const [WIDTH, HEIGHT, ROOM] = [176, 112, 168]
/** How large marks are drawn, how far down in their square they begin, and where the line below it begins. */
const [SCALE, MARK, LINES] = [0.84, 23.5, 47]

/** A sponsor's mark and name, in one quiet colour. Without a ground: it stands on one of the site, light or dark. */
export const wordmark = (name: string, mark: Mark): string =>
  withNight(drawn(name, mark, INK), drawn(name, mark, NIGHT_INK))

function drawn(name: string, mark: Mark, ink: string): string {
  const words = name.split(' ')
  // A long name stands in two lines of about the same length.
  const lines = widthOf(name) * SIZE <= ROOM ? [name] : twoLines(words)
  const size = Math.min(SIZE, ROOM / Math.max(...lines.map(widthOf)))
  // Mark and lines stand in the middle, one below the other.
  const top = (HEIGHT - LINES - lines.length * size * 1.08) / 2
  const text = lines
    .map((line, i) =>
      lettering(line, (WIDTH - widthOf(line) * size) / 2, top + LINES + size * (0.86 + i * 1.08), size, ink),
    )
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-hidden="true"><defs></defs><g transform="translate(${WIDTH / 2 - 38 * SCALE} ${top - MARK}) scale(${SCALE})" fill="none" stroke="${ink}" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round">${marks[mark]}</g>${text}</svg>`
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
  boat: '<path d="M18,56h40c-2,8 -6,12 -12,12h-16c-6,0 -10,-4 -12,-12ZM38,50v-22M38,30l14,18h-14M34,34l-10,14h10"/>',
  boot: '<path d="M26,30h14v18c4,6 16,4 18,14v6h-32ZM26,62h32M33,38h7M33,45h7"/>',
  bread:
    '<path d="M20,68c-3,-12 -4,-18 -2,-25c2,-8 10,-11 20,-11s18,3 20,11c2,7 1,13 -2,25ZM28,42l4,8M37,40l4,8M46,42l4,8"/>',
  book: '<path d="M38,38c-6,-5 -13,-6 -20,-5v32c7,-1 14,0 20,5c6,-5 13,-6 20,-5v-32c-7,-1 -14,0 -20,5ZM38,38v32M23,52c3,-3 5,-3 8,0M45,52c3,-3 5,-3 8,0"/>',
  bus: '<path d="M18,64v-22c0,-5 3,-8 8,-8h24c5,0 8,3 8,8v22ZM18,52h40M30,34v18M44,34v18"/><circle cx="27" cy="66" r="4"/><circle cx="49" cy="66" r="4"/>',
  dividers: '<path d="M38,32l-15,38M38,32l15,38M29,54c6,4 12,4 18,0"/><circle cx="38" cy="31" r="4"/>',
  feather: '<path d="M20,72c4,-16 14,-32 34,-44c4,14 -4,30 -26,34M31,56h12M36,48h13"/>',
  frame: '<path d="M20,34h36v34h-36ZM26,40h24v22h-24ZM26,58l8,-9l6,6l4,-4l6,7M38,34l-6,-7M38,34l6,-7"/>',
  cup: '<path d="M20,46h28v12c0,8 -5,12 -14,12s-14,-4 -14,-12ZM48,49c10,-2 10,12 0,12M28,40c-4,-4 3,-5 0,-10M38,40c-4,-4 3,-5 0,-10"/>',
  horn: '<path d="M18,46c12,0 22,-1 34,-11v30c-12,-10 -22,-11 -34,-11ZM18,42v16M27,55c-4,14 14,16 14,4M52,35c8,6 8,24 0,30"/>',
  kiln: '<path d="M26,70c-6,-12 -6,-20 2,-28l4,-14h12l4,14c8,8 8,16 2,28ZM32,70v-8c0,-8 12,-8 12,0v8M30,36h16"/>',
  key: '<path d="M38,50h20M50,50v7M56,50v6"/><circle cx="28" cy="50" r="10"/><circle cx="28" cy="50" r="3"/>',
  knot: '<path d="M16,44c14,-8 22,24 36,14c10,-8 -2,-20 -10,-12l-10,10c-8,8 -18,-2 -10,-12c14,-12 22,20 38,10"/>',
  lantern:
    '<path d="M26,44h24l2,24h-28ZM30,44l2,-8h12l2,8M32,36c0,-12 12,-12 12,0M38,62c-5,-4 -2,-8 0,-12c2,4 5,8 0,12Z"/>',
  letter: '<path d="M18,38h40v28h-40ZM18,38l20,16l20,-16M18,66l14,-16M58,66l-14,-16"/>',
  lighthouse:
    '<path d="M32,70l3,-30h6l3,30ZM33,40v-8h10v8M33,32l5,-5l5,5M33,52h10M32,61h12M48,34l10,-4M48,38l10,3M28,34l-10,-4M28,38l-10,3M22,70h32"/>',
  mill: '<circle cx="38" cy="48" r="17"/><circle cx="38" cy="48" r="4"/><path d="M38,44v-17M38,52v17M34,48h-17M42,48h17M35,45l-9,-9M41,45l9,-9M35,51l-9,9M41,51l9,9M16,74c4,-4 7,-4 11,0s7,4 11,0s7,-4 11,0s7,4 11,0"/>',
  reel: '<circle cx="38" cy="50" r="20"/><circle cx="38" cy="50" r="2.5"/><circle cx="38" cy="39" r="4"/><circle cx="38" cy="61" r="4"/><circle cx="27" cy="50" r="4"/><circle cx="49" cy="50" r="4"/>',
  sun: '<path d="M16,64c8,-8 14,-8 22,0s14,8 22,0M26,56c0,-16 24,-16 24,0M38,28v8M20,36l5,6M56,36l-5,6"/>',
  float:
    '<path d="M28,70v-42h20v42ZM28,36h6M28,44h9M28,52h6M28,60h9M16,70c4,-4 7,-4 11,0s7,4 11,0s7,-4 11,0s7,4 11,0"/><circle cx="42" cy="52" r="4"/>',
  telescope: '<path d="M18,48l28,-13l4,9l-28,13ZM46,36l8,-3l3,7l-8,3M35,52v4M35,56l-10,16M35,56l10,16M35,56v14"/>',
  wheel:
    '<circle cx="38" cy="50" r="19"/><circle cx="38" cy="50" r="3"/><path d="M38,31v16M38,53v16M19,50h16M41,50h16M25,37l11,11M40,52l11,11M51,37l-11,11M36,52l-11,11"/>',
  leaf: '<path d="M38,72V50M38,56C24,56 20,46 20,34C34,34 38,44 38,56M38,50c0,-12 6,-18 18,-18c0,12 -6,18 -18,18"/>',
} as const

export type Mark = keyof typeof marks
export const markNames = Object.keys(marks) as Mark[]
