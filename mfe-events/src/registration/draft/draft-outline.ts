import type { Answers } from '../fields/form-values'

/** Answers by where they are kept. */
export function apart(answers: Answers): { texts: Answers; pictures: Record<string, string> } {
  const entries = Object.entries(answers)
  return {
    texts: Object.fromEntries(entries.filter(([, { kind }]) => kind !== 'file')),
    pictures: valuesOf(Object.fromEntries(entries.filter(([, { kind, value }]) => kind === 'file' && value !== ''))),
  }
}

export const valuesOf = (answers: Answers): Record<string, string> =>
  Object.fromEntries(Object.entries(answers).map(([key, { value }]) => [key, value]))

/** Tells whether there is anything new to keep. */
export const outlineOfTexts = (key: string | undefined, texts: Answers) => JSON.stringify([key, texts])

/** The same, without keeping megabytes twice. */
export const outlineOfPictures = (pictures: Record<string, string>) =>
  JSON.stringify(Object.entries(pictures).map(([field, url]) => [field, url.length, url.slice(-64)]))

export const outlineOf = (answers: Answers) => {
  const { texts, pictures } = apart(answers)
  return outlineOfTexts(undefined, texts) + outlineOfPictures(pictures)
}
