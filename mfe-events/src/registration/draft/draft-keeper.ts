import type { Field, FormValues } from '../fields/field'
import { fitValues, type Unplaced } from '../fields/form-values'
import type { FormValueStore } from '../fields/use-form-values'
import type { Pending } from '../images/use-pending'
import { apart, outlineOf, outlineOfPictures, outlineOfTexts, valuesOf } from './draft-outline'
import { keepPictures } from './draft-pictures'
import { forgetDraft, keepDraft, newKey, readDraft, watchDraft } from './draft-store'
import { restorePictures, restoreTexts } from './restore-draft'
import { keepUnplaced, keepUnplacedPictures } from './unplaced-store'

const PAUSE_MS = 1000
/** The outline of no values: whatever there is is new. */
const NOTHING_KNOWN = 'nothing known'
const PICTURES_LOST = 'The images of your draft could not be brought back. Choose them again.'

export type DraftState = {
  /** When the values were saved last. */
  savedAt?: number
  /** What could not be saved; or that another tab removed it, because it was sent there or the visitor logged out. */
  refused?: 'everything' | 'pictures' | 'removed'
  /** When the values had been saved that were found when the page was opened. */
  restoredAt?: number
  /** Earlier values that the form has no place for. */
  unplaced: Unplaced[]
}

type Given = {
  /** The draft's name on this device. */
  name: string
  fields: Field[]
  store: FormValueStore
  addWork: Pending['add']
  show: (state: DraftState) => void
}

/**
 * Saves values on this device a second after each change, pictures at once, and the rest when the page is left; brings
 * them back when the form is opened again. Text is in local storage, which is written before a page dies; pictures are
 * in a database.
 */
export function draftKeeper({ name, fields, store, addWork, show }: Given) {
  let state: DraftState = { unplaced: [] }
  let key: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let saved = outlineOfTexts(undefined, {})
  /** Undefined until the earlier ones are read: nothing is written over them before. */
  let savedPictures: string | undefined
  /** Also those that the browser did not take: once each is enough. */
  let triedPictures: string | undefined
  let forgotten = false
  /** What another tab removed is not saved again until it changes. */
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
  /** A browser that keeps nothing has nothing to forget. */
  const ignored = () => {}

  const save = () => {
    stopTimer()
    if (removed === outlineOf(store.latest())) return
    removed = undefined
    const { texts, pictures } = apart(store.latest())
    const list = outlineOfPictures(pictures)
    triedPictures = list
    const newPictures = savedPictures !== undefined && savedPictures !== list
    // What is merely opened again gets no older.
    if (!newPictures && outlineOfTexts(key, texts) === saved) return
    const at = Date.now()
    const isKept = keepDraft(name, { at, key: idempotencyKey(), answers: texts })
    saved = outlineOfTexts(key, texts)
    setState({ ...state, ...(isKept ? { savedAt: at, refused: undefined } : { refused: 'everything' }) })
    if (!newPictures) return
    savedPictures = list
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
    // A picture takes longer to be written than a page has when it ends.
    if (savedPictures !== undefined && pictures !== triedPictures) save()
    else saveLater()
  }

  /** What was typed before the draft arrived counts more. Returns how to give up. */
  const restore = () => {
    let left = false
    const found = restoreTexts(name, fields)
    const since = (values: FormValues) =>
      found && Object.keys(values).length > 0 ? { savedAt: found.at, restoredAt: found.at } : {}
    if (found) {
      key = found.key
      saved = outlineOfTexts(found.key, found.values)
      store.update((now) => ({ ...found.values, ...now }))
      setState({ ...since(found.values), unplaced: found.unplaced })
    }
    const pictures = restorePictures(name, fields).then(
      (pictures) => {
        if (left || forgotten) return undefined
        savedPictures = triedPictures = outlineOfPictures(valuesOf(pictures.values))
        const unplaced = [...state.unplaced, ...pictures.unplaced]
        setState({ ...state, ...since(pictures.values), unplaced })
        store.update((now) => ({ ...pictures.values, ...now }))
        // Chosen meanwhile, and not saved yet.
        saveLater()
        return undefined
      },
      () => {
        savedPictures ??= outlineOfPictures({})
        return left || !found ? undefined : PICTURES_LOST
      },
    )
    addWork(pictures)
    return () => {
      left = true
    }
  }

  /** Saves, fast, whenever the page may be seen for the last time. */
  const saveWhenLeft = (signal: AbortSignal) => {
    const whenHidden = () => document.visibilityState === 'hidden' && save()
    for (const type of ['pagehide', 'beforeunload']) addEventListener(type, save, { signal })
    document.addEventListener('visibilitychange', whenHidden, { signal })
  }

  /**
   * What tabs with the same form do to each other's drafts. One with the same key is the same registration, opened
   * twice: what it saves is newer, and no reason to save this one again.
   */
  const followOtherTabs = () => {
    let replaced = false
    return watchDraft(name, (change) => {
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

  /** Whether what is on this device is this tab's: another one may have saved its own there since. */
  const isOwn = () => {
    const kept = readDraft(name)
    return !kept || outlineOfTexts(kept.key, kept.answers) === saved
  }

  return {
    /** Restores the draft and goes on saving it. Returns how to stop, after a last time. */
    open() {
      const leaving = new AbortController()
      const giveUp = restore()
      saveLater()
      const stopUpdates = store.onUpdate(saveChange)
      saveWhenLeft(leaving.signal)
      const unfollow = followOtherTabs()
      return () => {
        giveUp()
        stopUpdates()
        leaving.abort()
        save()
        unfollow()
      }
    },
    save,
    /** What the form has no place for stays: it was not sent either. So does what another tab has saved. */
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
    /** Gives the values their places in a form that has changed, and puts aside what has none. */
    refit(changed: Field[]) {
      const fitted = fitValues(changed, store.latest(), state.unplaced)
      const isPicture = ([, { kind }]: Unplaced) => kind === 'file'
      keepUnplaced(
        name,
        fitted.unplaced.filter((one) => !isPicture(one)),
        Date.now(),
      )
      // They are shown in any case.
      keepUnplacedPictures(name, fitted.unplaced.filter(isPicture)).catch(ignored)
      store.update(() => fitted.values)
      setState({ ...state, unplaced: fitted.unplaced })
      return fitted.values
    },
    idempotencyKey,
    /** From now on these are the values of another registration. */
    renewKey() {
      key = newKey()
    },
  }
}
