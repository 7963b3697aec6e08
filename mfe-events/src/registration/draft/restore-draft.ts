import type { Field, FormValues } from '../fields/field'
import { fitValues, type Unplaced } from '../fields/form-values'
import { valuesOf } from './draft-outline'
import { keepPictures, readPictures } from './draft-pictures'
import { forgetDraft, keepDraft, newKey, readDraft } from './draft-store'

/** Values without a field have a draft of their own, because the form's own is written again with each change. */
const beside = (name: string) => `${name}#unplaced`
/** Numbered: one label may have several. */
const numbered = <Value>(list: [key: string, value: Value][]): Record<string, Value> =>
  Object.fromEntries(list.map(([key, value], i) => [`${i}:${key}`, value]))
const unnumbered = <Value>(kept: Record<string, Value>) =>
  Object.entries(kept).map(([key, value]): [string, Value] => [key.replace(/^\d+:/, ''), value])

/** False where the browser refuses to store them. */
export function keepUnplaced(name: string, unplaced: Unplaced[], at: number): boolean {
  if (unplaced.length > 0) return keepDraft(beside(name), { at, key: '', answers: numbered(unplaced) })
  forgetDraft(beside(name))
  return true
}

export const keepUnplacedPictures = (name: string, unplaced: Unplaced[]): Promise<void> =>
  keepPictures(beside(name), numbered(unplaced.map(([key, { value }]) => [key, value])))

const differ = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other)
const asPicture = (value: string) => ({ kind: 'file' as const, value })

type Restored = {
  /** When it was saved. */
  at: number
  key: string | undefined
  values: FormValues
  unplaced: Unplaced[]
}

/** The texts of a draft for the form as it is now. What has no field any more is put aside before the draft is saved again. */
export function restoreTexts(name: string, fields: Field[]): Restored | undefined {
  const draft = readDraft(name)
  const aside = readDraft(beside(name))
  const at = draft?.at ?? aside?.at
  if (at === undefined) return undefined
  const earlier = unnumbered(aside?.answers ?? {})
  const { values, unplaced } = fitValues(fields, draft?.answers ?? {}, earlier)
  if (!differ(unplaced, earlier)) return { at, key: draft?.key, values, unplaced }
  const key = draft?.key ?? newKey()
  if (keepUnplaced(name, unplaced, at)) keepDraft(name, { at, key, answers: values })
  return { at, key, values, unplaced }
}

/** The same for the pictures. Throws where the browser does not give them. */
export async function restorePictures(name: string, fields: Field[]): Promise<Pick<Restored, 'values' | 'unplaced'>> {
  const [kept, keptBeside] = await inTime(Promise.all([readPictures(name), readPictures(beside(name))]))
  const earlier = Object.fromEntries(Object.entries(kept).map(([key, url]) => [key, asPicture(url)]))
  const aside = unnumbered(keptBeside).map(([key, url]): Unplaced => [key, asPicture(url)])
  const fitted = fitValues(fields, earlier, aside)
  if (!differ(fitted.unplaced, aside)) return fitted
  await keepUnplacedPictures(name, fitted.unplaced)
  await keepPictures(name, valuesOf(fitted.values))
  return fitted
}

/** Some browsers never finish opening a database. */
const PATIENCE_MS = 10_000

function inTime<Result>(work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the database does not respond')), PATIENCE_MS)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
