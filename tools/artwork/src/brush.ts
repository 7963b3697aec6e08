import type { Canvas } from './canvas'
import { f } from './curves'
import { mix } from './palettes'

const colours = {
  cream: '#FBF1DC',
  white: '#FFFDF7',
  honey: '#F2B04A',
  sun: '#F08A48',
  rust: '#B9502A',
  red: '#CF4B38',
  teal: '#2F8C86',
  spruce: '#0F5F58',
  blue: '#5FA3BF',
  navy: '#27496B',
  wood: '#B98556',
  bark: '#7C5233',
  steel: '#9DB0B2',
  iron: '#4A6165',
  rose: '#C96C86',
  sand: '#E6CFA0',
  leaf: '#4B8A5C',
  ink: '#12302F',
} as const

type Colour = keyof typeof colours

/** Draws one object. The origin is the middle of its foot, y grows downwards; it has room for ±290 by 400. */
export class Brush {
  readonly col: Record<Colour, string>

  constructor(private readonly c: Canvas) {
    const entries = Object.entries(colours).map(([name, colour]) => [name, this.paint(colour)])
    this.col = Object.fromEntries(entries)
  }

  get pal() {
    return this.c.pal
  }

  random(key: string) {
    return this.c.random(key)
  }

  paint(colour: string): string {
    return this.c.paint(colour)
  }

  /** What shines by itself keeps its colour at night. */
  readonly glow = '#FFD98A'

  fading = (colour: string) => this.c.fading(colour)
  dark = (colour: string, t = 0.22) => mix(colour, this.pal.ink, t)
  light = (colour: string, t = 0.3) => mix(colour, this.col.white, t)

  path = (d: string, fill: string, rest = '') => `<path d="${d}" fill="${fill}"${rest}/>`
  line = (d: string, stroke: string, width: number, rest = '') =>
    `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${f(width)}" stroke-linecap="round" stroke-linejoin="round"${rest}/>`
  circle = (x: number, y: number, r: number, fill: string, rest = '') =>
    `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}"${rest}/>`
  ring = (x: number, y: number, r: number, stroke: string, width: number) =>
    `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="none" stroke="${stroke}" stroke-width="${f(width)}"/>`
  oval = (x: number, y: number, rx: number, ry: number, fill: string, rest = '') =>
    `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${fill}"${rest}/>`
  rect = (x: number, y: number, w: number, h: number, fill: string, r = 0, rest = '') =>
    `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}"${r ? ` rx="${f(r)}"` : ''} fill="${fill}"${rest}/>`
  /** Where something stands on the ground, as wide as its foot. */
  shadow = (half: number, x = 0, y = 4) => this.oval(x, y, half, 5 + half * 0.05, this.pal.ink, ' opacity=".3"')
  move = (x: number, y: number, svg: string, turn = 0, size = 1) =>
    `<g transform="translate(${f(x)} ${f(y)})${turn ? ` rotate(${f(turn)})` : ''}${size === 1 ? '' : ` scale(${size})`}">${svg}</g>`
  repeat = (n: number, each: (i: number) => string) => Array.from({ length: n }, (_, i) => each(i)).join('')
}
