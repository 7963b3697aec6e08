import type { FormValues } from '../fields/field'

/** A logout removes everything under this prefix, as `src/section.ts` says. */
const PREFIX = 'marram:draft:'
/** No draft for any version of this page. */
const FORGOTTEN = 'forgotten'
const LONGEST_MS = 30 * 24 * 3_600_000

export type Draft = {
  /** When it was saved. */
  at: number
  /** Idempotency key of these answers: whoever sends them again after a reload still registers once. */
  key: string
  /** The values of all fields but pictures. */
  answers: FormValues
}

/** False where the browser refuses to keep it: a private window, a full disk. */
export function keepDraft(name: string, draft: Draft): boolean {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(draft))
    return true
  } catch {
    return false
  }
}

/** Drafts that are older than a month are removed, whichever form is opened: somebody else may use the device by then. */
export function readDraft(name: string, now = Date.now()): Draft | undefined {
  try {
    const all = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX))
    for (const key of all) if (!isYoung(parsed(localStorage.getItem(key)), now)) localStorage.removeItem(key)
    return parsed(localStorage.getItem(PREFIX + name))
  } catch {
    // Storage is refused: then nothing was kept.
    return undefined
  }
}

/** Other tabs are notified first. A logout removes drafts without that, and then no tab may save its own again. */
export function forgetDraft(name: string): void {
  try {
    if (localStorage.getItem(PREFIX + name) !== null) localStorage.setItem(PREFIX + name, FORGOTTEN)
    localStorage.removeItem(PREFIX + name)
  } catch {
    // As above.
  }
}

/** What another tab did to a draft: keep one of its own, forget its own, or remove whatever there was. */
export type DraftChange = { kept: Draft } | 'forgotten' | 'removed'

/** Reports what other tabs do to this draft. Returns how to stop. */
export function watchDraft(name: string, onChange: (change: DraftChange) => void): () => void {
  const listen = ({ key, oldValue, newValue }: StorageEvent) => {
    if (key !== PREFIX + name && key !== null) return
    const kept = parsed(newValue)
    if (kept) onChange({ kept })
    else if (newValue !== FORGOTTEN) onChange(oldValue === FORGOTTEN ? 'forgotten' : 'removed')
  }
  addEventListener('storage', listen)
  return () => removeEventListener('storage', listen)
}

/** Whether a draft is not too old to be restored. */
export const isYoung = (draft: Pick<Draft, 'at'> | undefined, now = Date.now()) =>
  draft !== undefined && now - draft.at < LONGEST_MS

/** Undefined for what is no draft, or one that another version of this page cannot have meant. */
function parsed(text: string | null): Draft | undefined {
  let found: Partial<Draft> | null
  try {
    found = JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
  if (typeof found?.at !== 'number' || typeof found.key !== 'string') return undefined
  if (typeof found.answers !== 'object' || found.answers === null) return undefined
  const answers = Object.entries(found.answers).filter(
    ([, answer]) => typeof answer?.value === 'string' && typeof answer.kind === 'string',
  )
  return { at: found.at, key: found.key, answers: Object.fromEntries(answers) }
}

/** A new idempotency key. `randomUUID` exists on secure origins only. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
