import type { FormValues } from '../fields/field'

/** Values by where they are kept. */
export function apart(values: FormValues): { texts: FormValues; pictures: Record<string, string> } {
  const entries = Object.entries(values)
  return {
    texts: Object.fromEntries(entries.filter(([, { kind }]) => kind !== 'file')),
    pictures: valuesOf(Object.fromEntries(entries.filter(([, { kind, value }]) => kind === 'file' && value !== ''))),
  }
}

export const valuesOf = (values: FormValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([key, { value }]) => [key, value]))

/** Shows whether there is anything new to save. */
export const outlineOfTexts = (key: string | undefined, texts: FormValues) => JSON.stringify([key, texts])

/** The same, without keeping megabytes twice. */
export const outlineOfPictures = (pictures: Record<string, string>) =>
  JSON.stringify(Object.entries(pictures).map(([field, url]) => [field, url.length, url.slice(-64)]))

export const outlineOf = (values: FormValues) => {
  const { texts, pictures } = apart(values)
  return outlineOfTexts(undefined, texts) + outlineOfPictures(pictures)
}
