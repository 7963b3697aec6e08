import { useCallback, useEffect, useRef, useState } from 'react'
import { type Answers, type Field, fitAnswers, type Unplaced } from '../fields/form-values'
import { apart, outlineOf, outlineOfPictures, outlineOfTexts, valuesOf } from './draft-outline'
import { keepPictures } from './draft-pictures'
import { forgetDraft, keepDraft, readDraft } from './draft-store'
import { newKey } from '../new-key'
import { restorePictures, restoreTexts } from './restore-draft'
import { keepUnplaced, keepUnplacedPictures } from './unplaced-store'
import type { AnswerStore } from '../fields/use-form-values'
import { useOtherTabs } from './use-other-tabs'
import type { Pending } from '../sending/use-pending'
import { useWhenLeft } from './use-when-left'

const PAUSE_MS = 1000
/** The outline of no answers: whatever there is is new. */
const NOTHING_KNOWN = 'nothing known'
const PICTURES_LOST = 'The images of your draft could not be brought back. Choose them again.'

export type DraftState = {
  /** When the answers were kept last. */
  savedAt?: number
  /** What could not be kept; or that another tab removed it, because it was sent there or somebody logged out. */
  refused?: 'everything' | 'pictures' | 'removed'
  /** When the answers had been kept that were found when the page was opened. */
  restoredAt?: number
  /** Earlier answers that the form has no place for. */
  unplaced: Unplaced[]
}

/**
 * Keeps answers on this device a second after each change, pictures and what is left at once; brings them back when
 * the form is opened again. Text is in local storage, which is written before a page dies; pictures are in a database.
 */
export function useDraft(name: string, fields: Field[], { answers, latest, update }: AnswerStore, add: Pending['add']) {
  const [state, setState] = useState<DraftState>({ unplaced: [] })
  const key = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const saved = useRef(outlineOfTexts(undefined, {}))
  /** Undefined until the earlier ones are read: nothing is written over them before. */
  const savedPictures = useRef<string>(undefined)
  /** Also those that the browser did not take: once each is enough. */
  const triedPictures = useRef<string>(undefined)
  const forgotten = useRef(false)
  /** What another tab removed is not kept again until it changes. */
  const removed = useRef<string>(undefined)
  const unplaced = useRef(state.unplaced)
  unplaced.current = state.unplaced

  const idempotencyKey = useCallback(() => {
    key.current ??= newKey()
    return key.current
  }, [])

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (removed.current === outlineOf(latest())) return
    removed.current = undefined
    const { texts, pictures } = apart(latest())
    const list = outlineOfPictures(pictures)
    triedPictures.current = list
    const newPictures = savedPictures.current !== undefined && savedPictures.current !== list
    // What is merely opened again gets no older.
    if (!newPictures && outlineOfTexts(key.current, texts) === saved.current) return
    const at = Date.now()
    const kept = keepDraft(name, { at, key: idempotencyKey(), answers: texts })
    saved.current = outlineOfTexts(key.current, texts)
    setState((before) => ({ ...before, ...(kept ? { savedAt: at, refused: undefined } : { refused: 'everything' }) }))
    if (!newPictures) return
    savedPictures.current = list
    keepPictures(name, pictures).catch(() => {
      savedPictures.current = ''
      setState((before) => ({ ...before, refused: before.refused ?? 'pictures' }))
    })
  }, [name, latest, idempotencyKey])

  /** Whether what is on this device is this tab's: another one may have kept its own there since. */
  const isOwn = useCallback(() => {
    const kept = readDraft(name)
    return !kept || outlineOfTexts(kept.key, kept.answers) === saved.current
  }, [name])

  /** What the form has no place for stays: it was not sent either. So does what another tab has kept. */
  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    const own = isOwn()
    key.current = undefined
    forgotten.current = true
    saved.current = outlineOfTexts(undefined, {})
    savedPictures.current = outlineOfPictures({})
    if (own) {
      forgetDraft(name)
      // A browser that keeps nothing has nothing to forget.
      keepPictures(name, {}).catch(() => {})
    }
    setState(({ unplaced }) => ({ unplaced }))
  }, [name, isOwn])

  const forgetUnplaced = useCallback(() => {
    keepUnplaced(name, [], 0)
    // As above.
    keepUnplacedPictures(name, []).catch(() => {})
    setState((before) => ({ ...before, unplaced: [] }))
  }, [name])

  // What was typed before the draft arrived counts more.
  useEffect(() => {
    let left = false
    const found = restoreTexts(name, fields)
    const since = (answers: Answers) =>
      found && Object.keys(answers).length > 0 ? { savedAt: found.at, restoredAt: found.at } : {}
    if (found) {
      key.current = found.key
      saved.current = outlineOfTexts(found.key, found.answers)
      update((now) => ({ ...found.answers, ...now }))
      setState({ ...since(found.answers), unplaced: found.unplaced })
    }
    const pictures = restorePictures(name, fields).then(
      (pictures) => {
        if (left || forgotten.current) return undefined
        savedPictures.current = triedPictures.current = outlineOfPictures(valuesOf(pictures.answers))
        update((now) => ({ ...pictures.answers, ...now }))
        setState((before) => ({
          ...before,
          ...since(pictures.answers),
          unplaced: [...before.unplaced, ...pictures.unplaced],
        }))
        // Chosen meanwhile, and not kept yet.
        timer.current ??= setTimeout(save, PAUSE_MS)
        return undefined
      },
      () => {
        savedPictures.current ??= outlineOfPictures({})
        return left || !found ? undefined : PICTURES_LOST
      },
    )
    add(pictures)
    return () => {
      left = true
    }
  }, [name])

  useEffect(() => {
    const pictures = outlineOfPictures(apart(answers).pictures)
    // A picture takes longer to be written than a page has when it ends.
    if (savedPictures.current !== undefined && pictures !== triedPictures.current) save()
    else timer.current ??= setTimeout(save, PAUSE_MS)
  }, [answers, save])
  useWhenLeft(save)

  const forgetSaved = () => {
    saved.current = NOTHING_KNOWN
    savedPictures.current &&= NOTHING_KNOWN
  }
  useOtherTabs(name, key, {
    /** These answers are on the screen alone now: kept again with the next change, or when the page is left. */
    onReplaced: () => {
      if (Object.keys(latest()).length === 0) return
      forgetSaved()
      setState(({ unplaced, restoredAt }) => ({ unplaced, restoredAt }))
    },
    onRoom: save,
    onRemoved: () => {
      if (Object.keys(latest()).length === 0) return
      forgetSaved()
      removed.current = outlineOf(latest())
      setState(({ unplaced, restoredAt }) => ({ unplaced, restoredAt, refused: 'removed' }))
    },
  })

  /** Gives the answers their places in a form that has changed, and puts aside what has none. */
  const refit = (changed: Field[]) => {
    const fitted = fitAnswers(changed, latest(), unplaced.current)
    const isPicture = ([, { kind }]: Unplaced) => kind === 'file'
    keepUnplaced(
      name,
      fitted.unplaced.filter((one) => !isPicture(one)),
      Date.now(),
    )
    // As above; they are shown in any case.
    keepUnplacedPictures(name, fitted.unplaced.filter(isPicture)).catch(() => {})
    update(() => fitted.answers)
    setState((before) => ({ ...before, unplaced: fitted.unplaced }))
    return fitted.answers
  }

  /** From now on these are the answers of another registration. */
  const renewKey = useCallback(() => {
    key.current = newKey()
  }, [])

  return { ...state, save, forget, forgetUnplaced, refit, idempotencyKey, renewKey }
}
export type Draft = ReturnType<typeof useDraft>
