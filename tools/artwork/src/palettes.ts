/** The colours of an hour of the day. */
export type Palette = {
  sand: readonly [string, string]
  /** From the top down. */
  sky: readonly [string, string, string]
  sun: string
  /** What distance fades to. */
  haze: string
  /** Land far away and near by; the rest lies between. */
  far: string
  near: string
  water: readonly [string, string, string]
  glint: string
  ink: string
  grass: readonly [string, string, string]
}

export const palettes = {
  dawn: {
    sand: ['#F0CFA8', '#D9A97C'],
    sky: ['#BFDDE4', '#EAE6DC', '#FBD3B0'],
    sun: '#F6924F',
    haze: '#F6DCC4',
    far: '#A9C4CB',
    near: '#0F4A48',
    water: ['#F3CFB0', '#7FB0B6', '#2C6F75'],
    glint: '#FFF1DF',
    ink: '#0E2F31',
    grass: ['#0E4442', '#2F6B57', '#8A8A4A'],
  },
  morning: {
    sand: ['#EFE0B6', '#D3B880'],
    sky: ['#A8D5E5', '#D4EBEE', '#F2F4E6'],
    sun: '#FFD267',
    haze: '#DCEDEA',
    far: '#9CC6C9',
    near: '#12594F',
    water: ['#CFE8E6', '#6FB4BC', '#1F6E7C'],
    glint: '#FFFFFF',
    ink: '#0D3B3A',
    grass: ['#12594F', '#3F8460', '#A7B45A'],
  },
  noon: {
    sand: ['#F3E6BD', '#DCC189'],
    sky: ['#5FB3D4', '#A9DAE6', '#E3F3EC'],
    sun: '#FFE08A',
    haze: '#CFE9E4',
    far: '#8FC3C0',
    near: '#1B6A4A',
    water: ['#BFE3E3', '#4CA3B8', '#14617A'],
    glint: '#FFFFFF',
    ink: '#0F4038',
    grass: ['#1B6A4A', '#4B9A5A', '#C2C95E'],
  },
  golden: {
    sand: ['#EDBF70', '#BF8A45'],
    sky: ['#F0B45E', '#F7D28E', '#FCEBC2'],
    sun: '#FFF3CF',
    haze: '#F9DFA8',
    far: '#EFB867',
    near: '#6A3A22',
    water: ['#FBE3AE', '#E0A75E', '#8A5A3C'],
    glint: '#FFF7DE',
    ink: '#3B2118',
    grass: ['#5A3A22', '#8A6A2E', '#D79A3E'],
  },
  dusk: {
    sand: ['#B97583', '#784B70'],
    sky: ['#37406F', '#B0637F', '#F4A578'],
    sun: '#FFD9A0',
    haze: '#E29A85',
    far: '#9A6686',
    near: '#1B2347',
    water: ['#F0A67E', '#8A5A83', '#2B2F5C'],
    glint: '#FFE3C2',
    ink: '#141A38',
    grass: ['#1B2347', '#3B3A6B', '#A85F6E'],
  },
  night: {
    sand: ['#1D4A58', '#0E3240'],
    sky: ['#061B2B', '#0E3547', '#2C6A75'],
    sun: '#F3EBD2',
    haze: '#1C4F5D',
    far: '#0F3341',
    near: '#041420',
    water: ['#37737C', '#144654', '#061E2C'],
    glint: '#D8EAE2',
    ink: '#03101A',
    grass: ['#041420', '#0B2C38', '#1C4A50'],
  },
  mist: {
    sand: ['#D3DBD5', '#A9B9B3'],
    sky: ['#D9E5E3', '#E6EEEB', '#F1F4EF'],
    sun: '#FFFFFF',
    haze: '#E4ECE9',
    far: '#C2D3D0',
    near: '#31615C',
    water: ['#E2EBE8', '#A9C3C0', '#5E8A86'],
    glint: '#FFFFFF',
    ink: '#244B48',
    grass: ['#31615C', '#5E8A77', '#A9B98B'],
  },
  rose: {
    sand: ['#F0C7B0', '#D0978B'],
    sky: ['#F3C4BC', '#F8DDD0', '#FBEFE3'],
    sun: '#E8604C',
    haze: '#F6DACF',
    far: '#D9A7A6',
    near: '#5B2B44',
    water: ['#F8DCCB', '#C98892', '#6E3A57'],
    glint: '#FFF4EA',
    ink: '#43203A',
    grass: ['#5B2B44', '#8A4A58', '#D58A6A'],
  },
} as const satisfies Record<string, Palette>

export type Hour = keyof typeof palettes
export const hours = Object.keys(palettes) as Hour[]

const channels = (colour: string) => [1, 3, 5].map((i) => Number.parseInt(colour.slice(i, i + 2), 16))

/** The colour between two, `a` at 0 and `b` at 1. */
export function mix(a: string, b: string, t: number): string {
  const to = channels(b)
  const mixed = channels(a).map((value, i) => Math.round(value + ((to[i] as number) - value) * t))
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}
