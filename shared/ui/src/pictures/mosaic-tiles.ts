/** How a tile lies: its columns and rows of a grid of six, and whether it is wide on phones, which have two columns. */
export type TileShape = 'large' | 'full' | 'half' | 'four' | 'two' | 'one' | 'tall' | 'wideOnPhones'

type Tile = TileShape[]
const large: Tile = ['large']
const two: Tile = ['two']
const one: Tile = ['one']
const half: Tile = ['half']

/** Groups of up to eight tiles that fill whole rows, on desks and on phones. A longer mosaic repeats the group of eight. */
const groups: Tile[][] = [
  [],
  [['full', 'wideOnPhones']],
  [half, half],
  [['two', 'wideOnPhones'], two, two],
  [large, two, two, ['four', 'wideOnPhones']],
  [large, two, two, two, two],
  [large, two, two, one, ['two', 'wideOnPhones'], one],
  [large, two, two, one, large, ['tall'], ['half', 'wideOnPhones']],
  [large, two, two, one, large, one, half, one],
]

/** The shape of each of `count` tiles, in order. */
export function mosaicTiles(count: number): Tile[] {
  const eight = groups[8] as Tile[]
  const whole = Array.from({ length: Math.floor(count / 8) }, () => eight)
  return [...whole.flat(), ...(groups[count % 8] as Tile[])]
}
