import type { FormValues } from '../fields/field'
import type { Unplaced } from '../fields/form-values'
import { keepPictures, type Pictures, readPictures } from './draft-pictures'
import { forgetDraft, keepDraft, readDraft } from './draft-store'

/** Beside the draft, which is written again with each change, and in the same form: any version of this page keeps it. */
const beside = (name: string) => `${name}#unplaced`
/** Numbered: one label may have several. */
const numbered = <Value>(list: [key: string, value: Value][]) =>
  Object.fromEntries(list.map(([key, value], i) => [`${i}:${key}`, value]))
const unnumbered = <Value>(kept: Record<string, Value>) =>
  Object.entries(kept).map(([key, value]): [string, Value] => [key.replace(/^\d+:/, ''), value])

/** Texts that a form had no place for, and when they were entered. */
export function readUnplaced(name: string): { at: number; unplaced: Unplaced[] } | undefined {
  const kept = readDraft(beside(name))
  return kept && { at: kept.at, unplaced: unnumbered(kept.answers) }
}

/** False where the browser refuses to keep them. */
export function keepUnplaced(name: string, unplaced: Unplaced[], at: number): boolean {
  if (unplaced.length > 0) return keepDraft(beside(name), { at, key: '', answers: numbered(unplaced) as FormValues })
  forgetDraft(beside(name))
  return true
}

export const readUnplacedPictures = async (name: string): Promise<Unplaced[]> =>
  unnumbered(await readPictures(beside(name))).map(([key, value]) => [key, { kind: 'file', value }])

export const keepUnplacedPictures = (name: string, unplaced: Unplaced[]): Promise<void> =>
  keepPictures(beside(name), numbered(unplaced.map(([key, { value }]) => [key, value])) as Pictures)
