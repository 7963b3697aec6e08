import { type ImageKind, imageKind } from './image-kind'
import { isLight, scaleDown } from './scale-down'

/** The kinds of image that the server takes. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
export const imageTypeNames = 'JPEG, PNG, WebP or AVIF'

/** Why a file is not taken, in words for whoever chose it. */
export class FileRefused extends Error {
  override readonly name = 'FileRefused'
}

type Progress = (share: number) => void

/** An image as a data URL, scaled down where it is large. What it is, its bytes say. Throws `FileRefused`. */
export async function readImage(file: File, onProgress: Progress = () => {}): Promise<string> {
  const start = await file
    .slice(0, 4096)
    .arrayBuffer()
    .catch((cause) => {
      throw new FileRefused(`${file.name} cannot be read. Choose it again.`, { cause })
    })
  const kind = imageKind(new Uint8Array(start))
  refuseOtherKinds(file.name, kind)
  const bytes = new Blob([file], { type: `image/${kind}` })
  onProgress(0.1)
  const picture = await createImageBitmap(bytes).catch((cause) => {
    throw new FileRefused(unreadable(file.name, kind), { cause })
  })
  onProgress(0.4)
  try {
    const taken = kind !== 'heic' && isLight(picture, file.size) ? bytes : await scaleDown(picture, kind !== 'jpeg')
    return await asDataUrl(taken, (share) => onProgress(0.6 + 0.4 * share))
  } catch (cause) {
    throw new FileRefused(`${file.name} is too large for this browser. Choose a smaller image.`, { cause })
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
    const smaller = await asDataUrl(await scaleDown(picture, type !== 'image/jpeg', longestSide), () => {})
    return smaller.length < dataUrl.length ? smaller : dataUrl
  } finally {
    picture.close()
  }
}

function refuseOtherKinds(name: string, kind: ImageKind | undefined): void {
  if (kind === 'svg') throw new FileRefused(`${name} is an SVG drawing, which we cannot take. ${choose}`)
  if (kind === 'gif') throw new FileRefused(`${name} is a GIF, which we cannot take. ${choose}`)
  if (!kind) throw new FileRefused(`${name} is not an image that we can take. ${choose}`)
}

/** Some browsers show HEIC, as Safari does: there it becomes a JPEG. */
const unreadable = (name: string, kind: ImageKind | undefined) =>
  kind === 'heic'
    ? `${name} is a HEIC photo, which this browser cannot open. Save it as JPEG, or choose another image.`
    : `${name} is broken and cannot be opened as an image. ${choose}`

const choose = `Choose a ${imageTypeNames} file.`

function asDataUrl(bytes: Blob, onProgress: Progress): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(bytes)
  })
}
