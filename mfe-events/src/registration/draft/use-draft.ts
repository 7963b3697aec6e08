import { useEffect, useState } from 'react'
import type { Field, FormValues } from '../fields/field'
import { fitValues, type Unplaced } from '../fields/form-values'
import type { FormValueStore } from '../fields/use-form-values'
import type { Pending } from '../images/use-pending'
import { apart, outlineOf, outlineOfPictures, outlineOfTexts, valuesOf } from './draft-outline'
import { keepPictures } from './draft-pictures'
import { forgetDraft, keepDraft, newKey, readDraft, watchDraft } from './draft-store'
import { keepUnplaced, keepUnplacedPictures, restorePictures, restoreTexts } from './restore-draft'

const PAUSE_MS = 1000
/** An outline that no values have: any are new. */
const NOTHING_KNOWN = 'nothing known'
const PICTURES_LOST = 'The images of your draft could not be brought back. Choose them again.'

export type DraftState = {
  /** When the values were saved last. */
  savedAt?: number
  /** What could not be saved; or that another tab removed it, because it was sent there or the visitor logged out. */
  refused?: 'everything' | 'pictures' | 'removed'
  /** When the values had been saved that were found when the page was opened. */
  restoredAt?: number
  /** Earlier values that the form has no field for. */
  unplaced: Unplaced[]
}

/** The draft of an open form: its state, and what can be done with it. `name` is its name on this device. */
export function useDraft(name: string, fields: Field[], store: FormValueStore, addWork: Pending['add']) {
  const [state, show] = useState<DraftState>({ unplaced: [] })
  const [keeper] = useState(() => draftKeeper(name, fields, store, addWork, show))
  useEffect(() => keeper.open(), [keeper])
  return { ...state, ...keeper }
}
export type Draft = ReturnType<typeof useDraft>

/**
 * Saves values on this device a second after each change, pictures at once, and the rest when the page is left; restores
 * them when the form is opened again. Text is in local storage, which is written before a page ends; pictures are in a
 * database.
 */
function draftKeeper(
  name: string,
  fields: Field[],
  store: FormValueStore,
  addWork: Pending['add'],
  show: (state: DraftState) => void,
) {
  let state: DraftState = { unplaced: [] }
  let key: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved = outlineOfTexts(undefined, {})
  /** Undefined until the earlier ones are read: they are not overwritten before. */
  let savedPictures: string | undefined
  /** Also those that the browser refused: they are tried once. */
  let triedPictures: string | undefined
  let forgotten = false
  /** Outline of what another tab removed: it is not saved again until it changes. */
  let removed: string | undefined

  const setState = (next: DraftState) => {
    state = next
    show(state)
  }
  const stopTimer = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const idempotencyKey = () => {
    key ??= newKey()
    return key
  }
  /** A browser that stores nothing has nothing to forget. */
  const ignored = () => {}

  const save = () => {
    stopTimer()
    if (removed === outlineOf(store.latest())) return
    removed = undefined
    const { texts, pictures } = apart(store.latest())
    const outline = outlineOfPictures(pictures)
    triedPictures = outline
    const newPictures = savedPictures !== undefined && savedPictures !== outline
    // A draft that is only opened again keeps its age.
    if (!newPictures && outlineOfTexts(key, texts) === saved) return
    const at = Date.now()
    const isKept = keepDraft(name, { at, key: idempotencyKey(), answers: texts })
    saved = outlineOfTexts(key, texts)
    setState({ ...state, ...(isKept ? { savedAt: at, refused: undefined } : { refused: 'everything' }) })
    if (!newPictures) return
    savedPictures = outline
    keepPictures(name, pictures).catch(() => {
      savedPictures = ''
      setState({ ...state, refused: state.refused ?? 'pictures' })
    })
  }

  const saveLater = () => {
    timer ??= setTimeout(save, PAUSE_MS)
  }
  const saveChange = () => {
    const pictures = outlineOfPictures(apart(store.latest()).pictures)
    // Writing a picture takes longer than the page has when it is left.
    if (savedPictures !== undefined && pictures !== triedPictures) save()
    else saveLater()
  }

  /** What was typed before the draft is there counts more. Returns why pictures could not be restored, if so. */
  const restore = async (signal: AbortSignal): Promise<string | undefined> => {
    const found = restoreTexts(name, fields)
    const since = (values: FormValues) =>
      found && Object.keys(values).length > 0 ? { savedAt: found.at, restoredAt: found.at } : {}
    if (found) {
      key = found.key
      saved = outlineOfTexts(found.key, found.values)
      store.update((now) => ({ ...found.values, ...now }))
      setState({ ...since(found.values), unplaced: found.unplaced })
    }
    const pictures = await restorePictures(name, fields).catch(() => undefined)
    if (!pictures) {
      savedPictures ??= outlineOfPictures({})
      return signal.aborted || !found ? undefined : PICTURES_LOST
    }
    if (signal.aborted || forgotten) return undefined
    savedPictures = triedPictures = outlineOfPictures(valuesOf(pictures.values))
    setState({ ...state, ...since(pictures.values), unplaced: [...state.unplaced, ...pictures.unplaced] })
    store.update((now) => ({ ...pictures.values, ...now }))
    // For pictures that were chosen meanwhile.
    saveLater()
    return undefined
  }

  /**
   * Follows what tabs with the same form do to the draft. A tab with the same key has the same registration, opened
   * twice: what it saves is newer, and no reason to save this one again.
   */
  const followOtherTabs = (signal: AbortSignal) => {
    let replaced = false
    watchDraft(name, signal, (change) => {
      if (change === 'forgotten' && replaced) {
        replaced = false
        save()
        return
      }
      replaced = typeof change === 'object' && change.kept.key !== key
      if (typeof change === 'object' && !replaced) return
      if (Object.keys(store.latest()).length === 0) return
      // These values are on the screen alone now: saved again with the next change, or when the page is left.
      saved = NOTHING_KNOWN
      savedPictures &&= NOTHING_KNOWN
      const { unplaced, restoredAt } = state
      if (replaced) return setState({ unplaced, restoredAt })
      removed = outlineOf(store.latest())
      setState({ unplaced, restoredAt, refused: 'removed' })
    })
  }

  /** Whether the draft on this device is this tab's: another tab may have saved its own since. */
  const isOwn = () => {
    const kept = readDraft(name)
    return !kept || outlineOfTexts(kept.key, kept.answers) === saved
  }

  return {
    /** Restores the draft and goes on saving it. Returns how to stop, which saves once more. */
    open() {
      const leaving = new AbortController()
      const { signal } = leaving
      addWork(restore(signal))
      saveLater()
      store.onUpdate(saveChange)
      // Whenever the page may be seen for the last time.
      for (const type of ['pagehide', 'beforeunload']) addEventListener(type, save, { signal })
      const whenHidden = () => document.visibilityState === 'hidden' && save()
      document.addEventListener('visibilitychange', whenHidden, { signal })
      followOtherTabs(signal)
      return () => {
        store.onUpdate(undefined)
        save()
        leaving.abort()
      }
    },
    save,
    /** Values without a field stay, because they were not sent. So does what another tab has saved. */
    forget() {
      stopTimer()
      const own = isOwn()
      key = undefined
      forgotten = true
      saved = outlineOfTexts(undefined, {})
      savedPictures = outlineOfPictures({})
      if (own) {
        forgetDraft(name)
        keepPictures(name, {}).catch(ignored)
      }
      setState({ unplaced: state.unplaced })
    },
    forgetUnplaced() {
      keepUnplaced(name, [], 0)
      keepUnplacedPictures(name, []).catch(ignored)
      setState({ ...state, unplaced: [] })
    },
    /** Fits the values to a form that has changed, and puts aside what has no field any more. */
    refit(changed: Field[]) {
      const { values, unplaced } = fitValues(changed, store.latest(), state.unplaced)
      const isPicture = ([, { kind }]: Unplaced) => kind === 'file'
      const texts = unplaced.filter((one) => !isPicture(one))
      keepUnplaced(name, texts, Date.now())
      // They are shown in any case.
      keepUnplacedPictures(name, unplaced.filter(isPicture)).catch(ignored)
      store.update(() => values)
      setState({ ...state, unplaced })
      return values
    },
    idempotencyKey,
    /** From now on these are the values of another registration. */
    renewKey() {
      key = newKey()
    },
  }
}
