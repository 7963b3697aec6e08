/** The server keeps no more than this either. */
const LONGEST_SIDE = 2400
/** A picture of this size needs no work. */
const LIGHT_BYTES = 1_500_000
const QUALITY = 0.86

export const isLight = ({ width, height }: ImageBitmap, bytes: number): boolean =>
  bytes <= LIGHT_BYTES && Math.max(width, height) <= LONGEST_SIDE

/** The picture again, no larger than anybody needs, and without what a camera writes into a file. */
export async function scaleDown(picture: ImageBitmap, transparent: boolean, longestSide = LONGEST_SIDE): Promise<Blob> {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser has no memory for the picture')
  context.imageSmoothingQuality = 'high'
  const draw = () => context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  draw()
  if (transparent) {
    const webp = await encoded(canvas, 'image/webp')
    if (webp.type === 'image/webp') return webp
    // Safari writes no WebP, and JPEG has nothing that is transparent.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    draw()
  }
  return encoded(canvas, 'image/jpeg')
}

const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))), type, QUALITY)
  })
