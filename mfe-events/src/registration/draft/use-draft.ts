import { idempotencyKeys } from '@marram/sdk/idempotency-keys'
import { useEffect, useState } from 'react'
import type { Field, FormValues } from '../fields/field'
import { isImage } from '../fields/field-kinds'
import { fitValues, placedIn, unplacedIn } from '../fields/fit-values'
import { type Pending, usePending } from '../images/use-pending'
import { keepPictures, readPictures } from './draft-pictures'
import { forgetDraft, keepDraft, readDraft, watchDraft } from './draft-store'

const PAUSE_MS = 1000
const PICTURES_LOST = 'The images of your draft could not be brought back. Choose them again.'

export type DraftState = {
  /** What was entered; also earlier values that the form has no field for. */
  values: FormValues
  savedAt?: number
  /** What could not be saved; or that another tab removed it, because it was sent there or the visitor logged out. */
  refused?: 'everything' | 'pictures' | 'removed'
  /** When the values had been saved that were found when the page was opened. */
  restoredAt?: number
}

/** The values of an open form with those on their way, and the draft of them on this device, stored under `name`. */
export function useDraft(name: string, fields: Field[]) {
  const pending = usePending()
  const [state, show] = useState<DraftState>({ values: {} })
  const [keeper] = useState(() => draftKeeper(name, fields, pending.add, show))
  useEffect(() => keeper.open(), [keeper])
  return { ...state, ...keeper, pending }
}

/** Saves values a second after each change and when the page is left, pictures at once; restores them when it is opened. */
function draftKeeper(name: string, fields: Field[], addWork: Pending['add'], show: (state: DraftState) => void) {
  let state: DraftState = { values: {} }
  /** Idempotency key of the registration; empty until it has one. */
  let key = ''
  let isOpen = false
  let timer: ReturnType<typeof setTimeout> | undefined
  /** What this tab has saved or found on the device. Where texts or pictures are missing, any are new. */
  let saved: { at?: number; key?: string; texts?: FormValues; pictures?: FormValues } = { key, ...byStore({}) }
  /** Earlier pictures are not overwritten before they are read. */
  let arePicturesRead = false
  /** Values that another tab removed: they are not saved again until they change. */
  let removed: FormValues | undefined

  const setState = (change: Partial<DraftState>) => {
    state = { ...state, ...change }
    show(state)
  }
  const idempotencyKey = () => {
    key ||= idempotencyKeys().keyFor(name)
    return key
  }

  const save = () => {
    stopTimer()
    if (areSame(removed, state.values)) return
    removed = undefined
    const { texts, pictures } = byStore(state.values)
    const hasNewPictures = arePicturesRead && !areSame(saved.pictures, pictures)
    // A draft that is only opened again keeps its age.
    if (!hasNewPictures && saved.key === key && areSame(saved.texts, texts)) return
    const at = Date.now()
    saved = { ...saved, at, key: idempotencyKey(), texts }
    const isKept = keepDraft(name, { at, key, answers: texts })
    setState(isKept ? { savedAt: at, refused: undefined } : { refused: 'everything' })
    if (!hasNewPictures) return
    saved.pictures = pictures
    keepPictures(name, pictures).catch(() => {
      saved.pictures = undefined
      setState({ refused: state.refused ?? 'pictures' })
    })
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const saveLater = () => {
    if (isOpen) timer ??= setTimeout(save, PAUSE_MS)
  }
  const update = (values: FormValues) => {
    setState({ values })
    saveLater()
  }

  /** Adds earlier values, saved at `at`, after those that are there already, and replaces none. */
  const bringBack = (earlier: FormValues, at: number | undefined): FormValues => {
    const fitted = fitValues(fields, earlier)
    const isRestored = at !== undefined && !isEmpty(placedIn(fitted))
    const values = { ...state.values, ...fitted, ...state.values }
    setState({ values, ...(isRestored && { savedAt: at, restoredAt: at }) })
    return fitted
  }
  /** Returns why pictures could not be restored, if so. */
  const restore = async (signal: AbortSignal): Promise<string | undefined> => {
    const draft = readDraft(name)
    if (draft) {
      key = draft.key
      saved = { ...saved, at: draft.at, key, texts: bringBack(draft.answers, draft.at) }
    }
    const found = await readPictures(name).catch(() => undefined)
    if (signal.aborted || arePicturesRead) return undefined
    arePicturesRead = true
    if (!found) return draft && PICTURES_LOST
    saved.pictures = bringBack(found, draft?.at)
    // For pictures that were chosen meanwhile.
    saveLater()
    return undefined
  }

  /** A tab with the same key has the same registration: what it saves is newer. A draft without a key is no registration. */
  const followOtherTabs = (signal: AbortSignal) => {
    let isReplaced = false
    watchDraft(name, signal, (change) => {
      if (change === 'forgotten' && isReplaced) {
        isReplaced = false
        save()
        return
      }
      const otherKey = typeof change === 'object' ? change.saved.key : undefined
      isReplaced = Boolean(otherKey) && otherKey !== key
      if (otherKey !== undefined && !isReplaced) return
      if (isEmpty(placedIn(state.values))) return
      // These values are on the screen alone now: saved again with the next change, or when the page is left.
      saved = {}
      if (!isReplaced) removed = state.values
      setState({ savedAt: undefined, refused: isReplaced ? undefined : 'removed' })
    })
  }

  /** Values without a field stay, because they were not sent. So does what another tab has saved since. */
  const forget = () => {
    stopTimer()
    const stored = readDraft(name)
    const isOwn = !stored || (stored.at === saved.at && stored.key === saved.key)
    const values = unplacedIn(state.values)
    key = ''
    arePicturesRead = true
    const at = Date.now()
    const { texts, pictures } = byStore(values)
    saved = { at, key, texts, pictures }
    if (isOwn) {
      forgetDraft(name)
      if (!isEmpty(values)) keepDraft(name, { at, key, answers: texts })
      // A browser that stores nothing has nothing to forget.
      keepPictures(name, pictures).catch(() => {})
    }
    setState({ values, savedAt: undefined, refused: undefined, restoredAt: undefined })
  }

  return {
    /** The values, also those that came since the last render, such as an image. */
    latest: () => state.values,
    update,
    change({ key, kind }: Field, value: string) {
      update({ ...state.values, [key]: { kind, value } })
      // Writing a picture takes longer than the page has when it is left.
      if (isImage(kind)) save()
    },
    /** Restores the draft and goes on saving it. Returns a function that stops it and saves once more. */
    open() {
      const leaving = new AbortController()
      const { signal } = leaving
      isOpen = true
      addWork(restore(signal))
      saveLater()
      // Whenever the page may be seen for the last time.
      for (const type of ['pagehide', 'beforeunload']) addEventListener(type, save, { signal })
      const whenHidden = () => document.visibilityState === 'hidden' && save()
      document.addEventListener('visibilitychange', whenHidden, { signal })
      followOtherTabs(signal)
      return () => {
        isOpen = false
        save()
        leaving.abort()
      }
    },
    save,
    forget,
    forgetUnplaced() {
      setState({ values: placedIn(state.values) })
      if (isEmpty(state.values)) forget()
      else save()
    },
    refit(changed: Field[]): FormValues {
      update(fitValues(changed, state.values))
      return state.values
    },
    idempotencyKey,
    /** From now on these are the values of another registration. */
    renewKey() {
      key = ''
    },
  }
}

function byStore(values: FormValues) {
  const entries = Object.entries(values)
  return {
    texts: Object.fromEntries(entries.filter(([, { kind }]) => kind !== 'file')),
    pictures: Object.fromEntries(entries.filter(([, { kind, value }]) => kind === 'file' && value !== '')),
  }
}

const isEmpty = (values: FormValues) => Object.keys(values).length === 0

/** Value by value: as one text they would be megabytes for each comparison. */
const areSame = (one: FormValues | undefined, other: FormValues): boolean =>
  one !== undefined &&
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, { kind, value }]) => other[key]?.kind === kind && other[key].value === value)
