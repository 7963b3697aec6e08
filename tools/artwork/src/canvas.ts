import { f } from './curves'
import { type Hour, mix, type Palette, palettes } from './palettes'
import { type Random, random } from './random'

/** What a scene may be told about its composition; each kind has its own usual values. */
export type Composition = {
  /** Height of the horizon, from the top, as a part of the picture's height. */
  horizon?: number
  sunX?: number
  sunY?: number
  sunR?: number
  turbines?: number
  /** Between which parts of the width the turbines stand. */
  turbX?: readonly [number, number]
  birds?: number
  birdX?: number
  birdY?: number
  clouds?: number
  /** How far down stars go, as a part of the sky. */
  starMax?: number
  /** From which part of the width stars stand; of land alone 0.88, where no text is on phones either. */
  starX?: number
  /** Herbarium only: the plants without their ground. */
  bare?: boolean
  /** Where an object stands that nothing of the land may be behind, as a part of the width. */
  objectX?: number
  /** An object for a frame that is taller than wide: its sky goes higher, and grass stands at its foot. */
  tall?: boolean
  /** The land alone, for a page that paints the sky behind it: the sun is low, and nothing else stands in the sky. */
  land?: boolean
}

/** A copy of a silhouette: shifted right and down, and so much closer to the haze. */
export type Band = readonly [dx: number, dy: number, toward: number]

/** A picture while it is drawn: layers from back to front. */
export class Canvas {
  readonly pal: Palette
  private readonly layers: string[] = []
  private readonly definitions: string[] = []
  private ids = 0

  constructor(
    readonly w: number,
    readonly h: number,
    readonly hour: Hour,
    private readonly seed: string,
    readonly composition: Composition,
    /** Drawn as the night variant of another hour: element by element the same picture. */
    private readonly pairs = false,
  ) {
    this.pal = palettes[hour]
  }

  /** How many pictures of the usual shape stand side by side. */
  get breadth(): number {
    return this.composition.land ? 2 : 1
  }

  /** Whether something at `x` would be behind the object of the picture. */
  isBehind(x: number): boolean {
    return Math.abs(x / this.w - (this.composition.objectX ?? -1)) < 0.07
  }

  get isNight(): boolean {
    return this.hour === 'night'
  }

  /** Numbers for one element of this picture. */
  random(key: string): Random {
    return random(this.seed + key)
  }

  add(svg: string): void {
    this.layers.push(svg)
  }

  /** What is there at night alone: in a picture of the day, only in its night variant. */
  atNight(svg: string): void {
    if (this.hour !== 'night' || this.pairs) this.add(`<g class="n" display="none">${svg}</g>`)
    else this.add(svg)
  }

  /** Land at a depth: 0 is far, 1 is near. */
  shade(depth: number): string {
    return mix(this.pal.far, this.pal.near, depth)
  }

  /** A thing's own colour in the light of the hour. */
  paint(colour: string): string {
    const { hour, pal } = this
    if (hour === 'night') return mix(mix(colour, pal.sky[1], 0.17), pal.glint, 0.1)
    if (hour === 'dusk') return mix(colour, pal.near, 0.2)
    if (hour === 'mist') return mix(colour, pal.haze, 0.16)
    return mix(colour, pal.haze, 0.05)
  }

  /** A thing that the moon lights from one side: at night it has a bright rim there. Once in a picture. */
  lit(svg: string, side: -1 | 1): void {
    this.definitions.push(
      `<filter id="l" color-interpolation-filters="sRGB"><feColorMatrix in="SourceAlpha" values="0 0 0 0 .95 0 0 0 0 .92 0 0 0 0 .82 0 0 0 2.4 -1.6" result="l"/><feOffset dx="${-4 * side}" dy="5" result="o"/><feComposite in="l" in2="o" operator="out"/><feComposite in2="SourceGraphic"/></filter>`,
    )
    const isNight = this.hour === 'night' && !this.pairs
    this.add(`<g ${isNight ? 'filter="url(#l)"' : 'class="l"'}>${svg}</g>`)
  }

  /** A gradient from the top down, which ends at a part of the height. */
  gradient(stops: readonly string[], opacities?: readonly number[], end = 1): string {
    const id = this.id()
    const parts = stops.map((colour, i) => {
      const opacity = opacities ? ` stop-opacity="${opacities[i]}"` : ''
      return `<stop offset="${f(i / (stops.length - 1))}" stop-color="${colour}"${opacity}/>`
    })
    this.definitions.push(
      `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="${f(end)}">${parts.join('')}</linearGradient>`,
    )
    return `url(#${id})`
  }

  /** A colour that fades from the middle of a shape to its ends. */
  fading(colour: string): string {
    const id = this.id()
    this.definitions.push(
      `<radialGradient id="${id}"><stop offset=".1" stop-color="${colour}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
    )
    return `url(#${id})`
  }

  /** A silhouette with its printed contours: the same path again and again, each time paler. */
  strata(path: string, colour: string, toward: string, bands: readonly Band[], fade: number): void {
    const id = this.id()
    this.definitions.push(`<path id="${id}" d="${path}"/>`)
    const body = `<use href="#${id}" fill="${this.gradient([colour, mix(colour, toward, fade)])}"/>`
    const contours = bands.map(
      ([dx, dy, t]) => `<use href="#${id}" x="${f(dx)}" y="${f(dy)}" fill="${mix(colour, toward, t)}"/>`,
    )
    this.add(body + contours.join(''))
  }

  /** `views` are more ways to look at it, by fragment: `picture.svg#wide`. */
  toSvg(viewBox = `0 0 ${this.w} ${this.h}`, preserve = 'xMidYMid slice', views = ''): string {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" preserveAspectRatio="${preserve}" aria-hidden="true">${views}<defs>${this.definitions.join('')}</defs>${this.layers.join('')}</svg>`
  }

  private id(): string {
    return `s0_${this.ids++}`
  }
}
