/** The kinds of image that the server takes. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/avif']
export const imageTypeNames = 'JPEG, PNG, WebP or AVIF'

/** An image file as a data URL. Throws with words for the visitor where it is not an image that can be shown. */
export async function readImage(file: File): Promise<string> {
  if (!imageTypes.includes(file.type))
    throw new Error(`${file.name} is not an image that we can take. Choose a ${imageTypeNames} file.`)
  const url = await asDataUrl(file)
  const image = new Image()
  image.src = url
  await image.decode().catch(() => {
    throw new Error(`${file.name} cannot be opened as an image. Choose another ${imageTypeNames} file.`)
  })
  return url
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error(`${file.name} cannot be read.`))
    reader.readAsDataURL(file)
  })
}
