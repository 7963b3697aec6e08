import { imageKind } from '@marram/api-contract/image-kind'

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
export const imageTypeNames = 'JPEG, PNG, WebP or AVIF'

const CHOOSE = `Choose a ${imageTypeNames} file.`
const BROKEN = `is broken and cannot be opened as an image. ${CHOOSE}`
/** Safari shows HEIC: there it becomes a JPEG. */
const UNREADABLE_HEIC = 'is a HEIC photo, which this browser cannot open. Save it as JPEG, or choose another image.'

export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

type Progress = (share: number) => void

/** An image as a data URL, scaled down where it is large. Its kind is detected from its bytes. Throws `FileRefused`. */
export async function readImage(file: File, onProgress: Progress): Promise<string> {
  const refuse = (message: string) => (cause: unknown) => {
    throw new FileRefused(`${file.name} ${message}`, { cause })
  }
  const start = await file.slice(0, 4096).arrayBuffer().catch(refuse('cannot be read. Choose it again.'))
  const kind = imageKind(new Uint8Array(start))
  if (!kind || kind === 'svg' || kind === 'gif')
    throw new FileRefused(`${file.name} is not an image that we can take. ${CHOOSE}`)
  const bytes = new Blob([file], { type: `image/${kind}` })
  onProgress(0.1)
  const picture = await createImageBitmap(bytes).catch(refuse(kind === 'heic' ? UNREADABLE_HEIC : BROKEN))
  onProgress(0.4)
  try {
    const taken = kind !== 'heic' && isLight(picture, file.size) ? bytes : await scaleDown(picture, kind !== 'jpeg')
    return await asDataUrl(taken, (share) => onProgress(0.6 + 0.4 * share))
  } catch (cause) {
    return refuse('is too large for this browser. Choose a smaller image.')(cause)
  } finally {
    picture.close()
  }
}

/** An image that was read before, once more with shorter sides; as it was where that makes it no smaller. Throws. */
export async function smallerImage(dataUrl: string, longestSide: number): Promise<string> {
  const [head = '', base64 = ''] = dataUrl.split(',')
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const type = /^data:([^;]*)/.exec(head)?.[1] ?? ''
  const picture = await createImageBitmap(new Blob([bytes], { type }))
  try {
    const smaller = await asDataUrl(await scaleDown(picture, type !== 'image/jpeg', longestSide))
    return smaller.length < dataUrl.length ? smaller : dataUrl
  } finally {
    picture.close()
  }
}

function asDataUrl(bytes: Blob, onProgress: Progress = () => {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(bytes)
  })
}

/** The size of a data URL in words, in the bytes that are sent: a photo that was scaled down is smaller than its file. */
export function sizeOf(dataUrl: string): string {
  const bytes = (dataUrl.length - dataUrl.indexOf(',') - 1) * 0.75
  return bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** The server keeps no more than this either. */
const LONGEST_SIDE = 2400
const LIGHT_BYTES = 1_500_000
const QUALITY = 0.86

const isLight = ({ width, height }: ImageBitmap, bytes: number): boolean =>
  bytes <= LIGHT_BYTES && Math.max(width, height) <= LONGEST_SIDE

/** The picture again, no larger than anybody needs, and without what a camera writes into a file. */
async function scaleDown(picture: ImageBitmap, transparent: boolean, longestSide = LONGEST_SIDE): Promise<Blob> {
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
