import { f } from './curves'
import { letters } from './letters'

/** A picture cannot use the fonts of the page that shows it. */
const outlines = new Map(
  letters
    .trim()
    .split('\n')
    .map((line) => {
      const [, letter, advance, d] = /^(\S+) (\d+) (.*)$/u.exec(line) as unknown as [string, string, string, string]
      return [letter === 'space' ? ' ' : letter, [Number(advance), d] as const] as const
    }),
)

/** Letters that the font has not are written without their accent; what remains without an outline is left out. */
const outline = (letter: string) => outlines.get(letter) ?? outlines.get(letter.normalize('NFD').charAt(0))

/** How wide a text is, in ems. */
export const widthOf = (text: string) =>
  Array.from(text.normalize('NFC')).reduce((sum, letter) => sum + (outline(letter)?.[0] ?? 0), 0) / 1000

/** A line of text as outlines, beginning at `x` on the base line `y`. */
export function lettering(text: string, x: number, y: number, size: number, fill: string): string {
  let at = 0
  const glyphs = Array.from(text.normalize('NFC')).map((letter) => {
    const [advance, d] = outline(letter) ?? [0, '']
    const glyph = d && `<path transform="translate(${at})" d="${d}"/>`
    at += advance
    return glyph
  })
  const scale = Math.round(size * 10) / 10_000
  return `<g transform="translate(${f(x)} ${f(y)}) scale(${scale})" fill="${fill}">${glyphs.join('')}</g>`
}
