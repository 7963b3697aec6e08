// @ts-check
/**
 * In an empty page: which pixels of two pictures differ, and where; with the pictures as WebP where some do, or where
 * there is no other. Rows of pixels are compared like lines of text, so that what only moved down does not differ.
 * @param {{ one: string, other: string | null, cut: { candidate: boolean, live: boolean } }} pictures PNGs of the same width
 * as Base64; `cut`: whose page is longer
 */
export async function comparePictures({ one, other, cut }) {
  /** Differences are marked by squares of so many pixels; those that touch are one box. */
  const SQUARE = 20
  const MOST_BOXES = 20
  const MOST_BYTES = 1_000_000
  /** Two pictures go on alike where so many rows within the next ones are the same and no repetition of the row above. */
  const ALIKE = { rows: 8, within: 200 }
  /** How many rows may differ until then. */
  const MOST_ROWS = 2000

  /** @param {string} png */
  async function drawn(png) {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob())
    const { width, height } = bitmap
    const canvas = new OffscreenCanvas(width, height)
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (
      canvas.getContext('2d', { willReadFrequently: true })
    )
    context.drawImage(bitmap, 0, 0)
    bitmap.close()
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
    const hashes = Array.from({ length: height }, (_, y) =>
      pixels.subarray(y * width, (y + 1) * width).reduce((hash, pixel) => {
        const mixed = Math.imul(hash ^ pixel, 0x9e3779b1)
        return mixed ^ (mixed >>> 15)
      }, 1),
    )
    return { canvas, width, height, pixels, hashes }
  }
  const candidate = await drawn(one)
  const live = other === null ? null : await drawn(other)
  const { width } = candidate
  const height = Math.max(candidate.height, live?.height ?? 0)

  const columns = Math.ceil(width / SQUARE)
  /** @type {Set<number>} */
  const squares = new Set()
  let different = 0
  if (live) {
    const { hashes, pixels } = live
    /** @param {number} i @param {number} j */
    const isAlike = (i, j) => candidate.hashes[i] !== undefined && candidate.hashes[i] === hashes[j]
    /** How many rows of both differ, until they go on alike. @param {number} i @param {number} j */
    function untilAlike(i, j) {
      const [left, right] = [candidate.height - i, hashes.length - j]
      for (let sum = 1; sum <= MOST_ROWS; sum += 1)
        for (let a = Math.max(0, sum - right); a <= Math.min(sum, left); a += 1) {
          const [from, to] = [i + a, j + sum - a]
          let n = 0
          // Empty space is alike everywhere.
          for (let found = 0; n < ALIKE.within && isAlike(from + n, to + n); n += 1) {
            if (n > 0 && candidate.hashes[from + n] !== candidate.hashes[from + n - 1]) found += 1
            if (found === ALIKE.rows) return [a, sum - a]
          }
          if (n > 0 && from + n === candidate.height && to + n === hashes.length) return [a, sum - a]
        }
      return [left, right]
    }
    for (let i = 0, j = 0; i < candidate.height || j < hashes.length; ) {
      if (isAlike(i, j)) {
        i += 1
        j += 1
        continue
      }
      // What one picture has below the end of the other may be in the page, if that is cut.
      if ((cut.candidate && i === candidate.height) || (cut.live && j === hashes.length)) break
      const [a = 0, b = 0] = untilAlike(i, j)
      for (let n = 0; n < Math.max(a, b); n += 1)
        for (let x = 0; x < width; x += 1) {
          if (n < a && n < b && candidate.pixels[(i + n) * width + x] === pixels[(j + n) * width + x]) continue
          different += 1
          // What the candidate lacks is marked where it was.
          const y = Math.min(i + Math.min(n, Math.max(a - 1, 0)), height - 1)
          squares.add(Math.floor(y / SQUARE) * columns + Math.floor(x / SQUARE))
        }
      i += a
      j += b
    }
  }

  /** Left, top, right and bottom, in squares. @type {[number, number, number, number][]} */
  const areas = []
  for (const first of squares) {
    squares.delete(first)
    /** @type {typeof areas[number]} */
    const area = [columns, Number.POSITIVE_INFINITY, 0, 0]
    const found = [first]
    for (let next = found.pop(); next !== undefined; next = found.pop()) {
      const [x, y] = [next % columns, Math.floor(next / columns)]
      area[0] = Math.min(area[0], x)
      area[1] = Math.min(area[1], y)
      area[2] = Math.max(area[2], x)
      area[3] = Math.max(area[3], y)
      for (const dy of [-1, 0, 1])
        for (const dx of [-1, 0, 1])
          if (x + dx >= 0 && x + dx < columns) {
            const beside = (y + dy) * columns + x + dx
            if (squares.delete(beside)) found.push(beside)
          }
    }
    areas.push(area)
  }
  // The smallest ones are one box together, if there are too many.
  areas.sort((a, b) => (b[2] - b[0] + 1) * (b[3] - b[1] + 1) - (a[2] - a[0] + 1) * (a[3] - a[1] + 1))
  const rest = areas.length > MOST_BOXES ? areas.splice(MOST_BOXES - 1) : []
  if (rest.length > 0) {
    const all = (/** @type {number} */ side) => rest.map((area) => area[side] ?? 0)
    areas.push([Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))])
  }
  const boxes = areas.map(([left, top, right, bottom]) => {
    const [x, y] = [left * SQUARE, top * SQUARE]
    const [end, foot] = [Math.min((right + 1) * SQUARE, width), Math.min((bottom + 1) * SQUARE, height)]
    return { x, y, width: end - x, height: foot - y }
  })

  /** @param {OffscreenCanvas} canvas */
  async function webp(canvas) {
    for (const quality of [0.85, 0.5, 0.1]) {
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality })
      if (blob.size > MOST_BYTES) continue
      const reader = new FileReader()
      const read = new Promise((resolve) => {
        reader.onload = resolve
      })
      reader.readAsDataURL(blob)
      await read
      return String(reader.result).split(',', 2)[1] ?? ''
    }
    throw new Error('its picture is too large')
  }
  const isWorthIt = different > 0 || !live
  return {
    // What was removed and what was inserted elsewhere are both counted, and can be more than one picture has.
    ...{ height, different: Math.min(different, width * height), boxes },
    candidate: isWorthIt ? await webp(candidate.canvas) : null,
    live: isWorthIt && live ? await webp(live.canvas) : null,
  }
}
