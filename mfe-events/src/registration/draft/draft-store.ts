import { unlessRefused } from '@marram/sdk/storage'
import type { FormValues } from '../fields/field'

/** A logout removes everything under this prefix, by `src/section.ts`. */
const PREFIX = 'marram:draft:'
/** Marks a forgotten draft; no version of this page reads it as a draft. */
const FORGOTTEN = 'forgotten'
const LONGEST_MS = 30 * 24 * 3_600_000

export type Draft = {
  at: number
  /** Idempotency key of these values: sent again after a reload, they still register once. */
  key: string
  /** The values of all fields but pictures. */
  answers: FormValues
}

/** False if the browser refuses to store it. */
export const keepDraft = (name: string, draft: Draft): boolean =>
  unlessRefused(() => {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft))
    return true
  }, false)

/** Removes drafts of all forms that are older than a month: somebody else may use the device by then. */
export const readDraft = (name: string, now = Date.now()): Draft | undefined =>
  unlessRefused(() => {
    const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of all) if (!isYoung(parsed(localStorage.getItem(key)), now)) localStorage.removeItem(key)
    return parsed(localStorage.getItem(PREFIX + name))
  }, undefined)

/** Notifies other tabs first. A logout removes drafts without that, and then no tab may save its own again. */
export const forgetDraft = (name: string): void =>
  unlessRefused(() => {
    if (localStorage.getItem(PREFIX + name) !== null) localStorage.setItem(PREFIX + name, FORGOTTEN)
    localStorage.removeItem(PREFIX + name)
  }, undefined)

/** Reports until `signal` is aborted what other tabs do: saved another draft, forgot theirs, or removed whatever there was. */
export function watchDraft(
  name: string,
  signal: AbortSignal,
  onChange: (change: { saved: Draft } | 'forgotten' | 'removed') => void,
): void {
  const listen = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== PREFIX + name && key !== null) return
    const saved = parsed(newValue)
    if (saved) onChange({ saved })
    else if (newValue !== FORGOTTEN) onChange(oldValue === FORGOTTEN ? 'forgotten' : 'removed')
  }
  addEventListener('storage', listen, { signal })
}

export const isYoung = (draft: Pick<Draft, 'at'> | undefined, now = Date.now()) =>
  draft !== undefined && now - draft.at < LONGEST_MS

/** Undefined for anything but a draft of any version of this page. */
function parsed(text: string | null): Draft | undefined {
  const found = unlessRefused((): Partial<Draft> | null => JSON.parse(text ?? 'null'), null)
  if (typeof found?.at !== 'number' || typeof found.key !== 'string') return undefined
  if (typeof found.answers !== 'object' || found.answers === null) return undefined
  const answers = Object.entries(found.answers).filter(
    ([, answer]) => typeof answer?.value === 'string' && typeof answer.kind === 'string',
  )
  return { at: found.at, key: found.key, answers: Object.fromEntries(answers) }
}
