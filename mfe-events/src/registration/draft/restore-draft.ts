import type { Field, FormValues } from '../fields/field'
import { fitValues, type Unplaced } from '../fields/form-values'
import { valuesOf } from './draft-outline'
import { keepPictures, readPictures } from './draft-pictures'
import { keepDraft, newKey, readDraft } from './draft-store'
import { keepUnplaced, keepUnplacedPictures, readUnplaced, readUnplacedPictures } from './unplaced-store'

type Restored = {
  /** When it was kept. */
  at: number
  key: string | undefined
  values: FormValues
  unplaced: Unplaced[]
}

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)

/** The texts of a draft for the form as it is now. What has no place in it is put aside before anything is kept again. */
export function restoreTexts(name: string, fields: Field[]): Restored | undefined {
  const draft = readDraft(name)
  const aside = readUnplaced(name)
  const at = draft?.at ?? aside?.at
  if (at === undefined) return undefined
  const { values, unplaced } = fitValues(fields, draft?.answers ?? {}, aside?.unplaced)
  if (!differ(unplaced, aside?.unplaced ?? [])) return { at, key: draft?.key, values, unplaced }
  const key = draft?.key ?? newKey()
  if (keepUnplaced(name, unplaced, at)) keepDraft(name, { at, key, answers: values })
  return { at, key, values, unplaced }
}

/** The same for the pictures. Throws where the browser does not give them. */
export async function restorePictures(name: string, fields: Field[]): Promise<Pick<Restored, 'values' | 'unplaced'>> {
  const [kept, aside] = await inTime(Promise.all([readPictures(name), readUnplacedPictures(name)]))
  const earlier = Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [key, { kind: 'file' as const, value }]),
  )
  const fitted = fitValues(fields, earlier, aside)
  if (!differ(fitted.unplaced, aside)) return fitted
  await keepUnplacedPictures(name, fitted.unplaced)
  await keepPictures(name, valuesOf(fitted.values))
  return fitted
}

/** Some browsers open a database for ever. */
const PATIENCE_MS = 10_000

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not answer')), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
