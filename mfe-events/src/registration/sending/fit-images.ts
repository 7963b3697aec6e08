import { MOST_FORM_BYTES } from '@marram/api-contract/submissions'
import type { Problem } from '@marram/ui/error-summary'
import type { Field, FormValues } from '../fields/field'
import { isImage } from '../fields/field-kinds'
import { filledFields, valueIn } from '../fields/form-values'
import { sizeOf, smallerImage } from '../images/read-image'

/** Longest sides to try in turn, in pixels: the smallest is still recognised on a badge. */
const SIDES = [1800, 1300, 900, 600]
/** For the form's id and what is around it. */
const MOST = MOST_FORM_BYTES - 4096
const NAMED = 5

/** FormValues whose images go into one body together: where they are too many, the largest become smaller. */
export async function fitImages(
  fields: Field[],
  values: FormValues,
  { most = MOST, smaller = smallerImage } = {},
): Promise<FormValues> {
  const images = imagesIn(fields, values)
  const room = most - (bytesOf(fields, values) - total(images))
  for (const side of SIDES) {
    if (total(images) <= room) break
    // Those below their part are not what it is about.
    const part = Math.max(room, 0) / images.length
    for (const image of images) if (image.url.length > part) image.url = await smaller(image.url, side)
  }
  const fitted = images.map(({ field: { key }, url }) => [key, { kind: 'file' as const, value: url }])
  return { ...values, ...Object.fromEntries(fitted) }
}

export function tooLarge(fields: Field[], values: FormValues, message: string): Problem[] {
  const images = imagesIn(fields, values).sort((one, other) => other.url.length - one.url.length)
  if (images.length === 0) return [{ message }]
  return images.slice(0, NAMED).map(({ field: { id, label }, url }) => ({
    id,
    message: `All images together are too large to be sent. “${label}” has ${sizeOf(url)}: choose a smaller image, or remove it.`,
  }))
}

export const isTooLarge = (fields: Field[], values: FormValues, most = MOST) => bytesOf(fields, values) > most

type Image = { field: Field; url: string }

const imagesIn = (fields: Field[], values: FormValues): Image[] =>
  fields.map((field) => ({ field, url: valueIn(field, values) })).filter(({ field, url }) => isImage(field.kind) && url)

const total = (images: Image[]) => images.reduce((sum, { url }) => sum + url.length, 0)

/** As it is sent: many letters take more than a byte. */
const bytesOf = (fields: Field[], values: FormValues) => new Blob([JSON.stringify(filledFields(fields, values))]).size
