import { expect, test } from 'vitest'
import { mosaicTiles, type TileShape } from './mosaic'

type Size = readonly [columns: number, rows: number]
const onDesks: Record<TileShape, Size | undefined> = {
  large: [2, 2],
  broad: [4, 2],
  full: [6, 2],
  half: [3, 1],
  four: [4, 1],
  two: [2, 1],
  one: [1, 1],
  tall: [1, 2],
  wideOnPhones: undefined,
}
const onPhones = (tile: TileShape[]): Size =>
  tile.includes('large') ? [2, 2] : tile.includes('wideOnPhones') ? [2, 1] : [1, 1]

/** Places tiles like a grid with dense flow: each into the first space where it fits. Returns the rows. */
function lay(sizes: Size[], columns: number): boolean[][] {
  const rows: boolean[][] = []
  const row = (y: number) => (rows[y] ??= Array.from({ length: columns }, () => false))
  const fits = (x: number, y: number, [w, h]: Size) =>
    x + w <= columns &&
    Array.from({ length: h }, (_, dy) => row(y + dy).slice(x, x + w))
      .flat()
      .every((taken) => !taken)
  for (const size of sizes) {
    let at = 0
    while (!fits(at % columns, Math.floor(at / columns), size)) at++
    for (let dy = 0; dy < size[1]; dy++)
      row(Math.floor(at / columns) + dy).fill(true, at % columns, (at % columns) + size[0])
  }
  return rows.filter((each) => each.some(Boolean))
}

test.each(Array.from({ length: 25 }, (_, count) => count))('%i tiles leave no gap, on desks and on phones', (count) => {
  const tiles = mosaicTiles(count)
  expect(tiles).toHaveLength(count)
  const desk = tiles.map((tile) => tile.map((shape) => onDesks[shape]).find(Boolean) as Size)
  for (const rows of [lay(desk, 6), lay(tiles.map(onPhones), 2)]) expect(rows.flat().every(Boolean)).toBe(true)
})

test('three tiles are a large one and two small ones beside it', () => {
  expect(mosaicTiles(3)).toEqual([['broad', 'wideOnPhones'], ['two'], ['two']])
})

test('eight tiles form the pattern of the home page', () => {
  expect(mosaicTiles(8).flat()).toEqual(['large', 'two', 'two', 'one', 'large', 'one', 'half', 'one'])
})
