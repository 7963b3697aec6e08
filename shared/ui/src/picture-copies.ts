/** As the API makes them, in `api/src/content-files/picture-copies.ts`. */
const WIDTHS = [480, 960, 1440]
const withCopies = /^(\/media\/.+\.w(\d+)\.[\da-f]{10})\.\w+$/

/**
 * Smaller copies of a picture of our API, whose name tells that there are some and how wide it is itself:
 * `/media/dune.w1600.0123abcdef.jpg`. Of other values only the original is known to be there.
 */
export function copiesOf(value: string): { url: string; width: number }[] {
  const [, stem, width] = withCopies.exec(value) ?? []
  if (!stem) return []
  const widths = new Set(WIDTHS.map((each) => Math.min(each, Number(width))))
  return [...widths].map((each) => ({ url: `${stem}.${each}.webp`, width: each }))
}
