import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from 'react'
import { type Answers, type Field, type Fitted, fitAnswers } from './answers'
import { keepPictures, readPictures } from './draft-pictures'
import { forgetDraft, keepDraft, readDraft } from './draft-store'
import { newKey } from './new-key'

const PAUSE_MS = 1000

export type DraftState = {
  /** When the answers were kept last. */
  savedAt?: number
  /** What could not be kept. */
  refused?: 'everything' | 'pictures'
  /** Found when the page was opened. */
  restored?: { at: number; homeless: Fitted['homeless'] }
}

/**
 * Keeps answers on this device a second after each change, and at once when the page is left; brings them back when
 * the form is opened again. Text is in local storage, which is written before a page dies; pictures are in a database.
 */
export function useDraft(
  name: string,
  fields: Field[],
  answers: Answers,
  setAnswers: Dispatch<SetStateAction<Answers>>,
) {
  const [state, setState] = useState<DraftState>({})
  const key = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(answers)
  const saved = useRef(answers)
  const savedPictures = useRef<string>(undefined)
  latest.current = answers

  const idempotencyKey = useCallback(() => {
    if (key.current === undefined) {
      key.current = newKey()
      // So that the next save keeps it, although the answers are the same.
      saved.current = {}
    }
    return key.current
  }, [])

  const save = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    if (latest.current === saved.current) return
    saved.current = latest.current
    if (key.current === undefined && Object.keys(latest.current).length === 0) return
    const { texts, pictures } = apart(latest.current)
    const at = Date.now()
    const kept = keepDraft(name, { at, key: idempotencyKey(), answers: texts })
    setState((before) => (kept ? { ...before, savedAt: at, refused: undefined } : { ...before, refused: 'everything' }))
    const list = outline(pictures)
    // Before the earlier ones are read nothing is written over them.
    if (savedPictures.current === undefined || savedPictures.current === list) return
    savedPictures.current = list
    keepPictures(name, pictures).catch(() => {
      savedPictures.current = ''
      setState((before) => ({ ...before, refused: before.refused ?? 'pictures' }))
    })
  }, [name, idempotencyKey])

  const forget = useCallback(() => {
    clearTimeout(timer.current)
    timer.current = undefined
    key.current = undefined
    savedPictures.current = outline({})
    forgetDraft(name)
    // A browser that keeps nothing has nothing to forget.
    keepPictures(name, {}).catch(() => {})
    setState({})
  }, [name])

  // What was typed before the draft arrived counts more.
  useEffect(() => {
    let left = false
    const found = readDraft(name)
    if (found) {
      key.current = found.key
      const { answers: earlier, homeless } = fitAnswers(fields, found.answers)
      setAnswers((now) => ({ ...earlier, ...now }))
      setState({ savedAt: found.at, restored: { at: found.at, homeless } })
    }
    void readPictures(name).then((pictures) => {
      const kept = Object.entries(pictures).map(([field, value]) => [field, { kind: 'file' as const, value }])
      if (left) return
      savedPictures.current = outline(pictures)
      if (kept.length === 0) return
      const { answers: earlier } = fitAnswers(fields, Object.fromEntries(kept))
      setAnswers((now) => ({ ...earlier, ...now }))
    })
    return () => {
      left = true
    }
  }, [name])

  useEffect(() => {
    if (answers !== saved.current) timer.current ??= setTimeout(save, PAUSE_MS)
  }, [answers, save])

  useEffect(() => {
    const whenHidden = () => document.visibilityState === 'hidden' && save()
    addEventListener('pagehide', save)
    addEventListener('beforeunload', save)
    document.addEventListener('visibilitychange', whenHidden)
    return () => {
      removeEventListener('pagehide', save)
      removeEventListener('beforeunload', save)
      document.removeEventListener('visibilitychange', whenHidden)
      save()
    }
  }, [save])

  /** From now on these are the answers of another registration. */
  const renewKey = useCallback(() => {
    key.current = undefined
    idempotencyKey()
  }, [idempotencyKey])

  return { ...state, save, forget, idempotencyKey, renewKey }
}

function apart(answers: Answers): { texts: Answers; pictures: Record<string, string> } {
  const texts: Answers = {}
  const pictures: Record<string, string> = {}
  for (const [key, answer] of Object.entries(answers)) {
    if (answer.kind !== 'file') texts[key] = answer
    else if (answer.value) pictures[key] = answer.value
  }
  return { texts, pictures }
}

/** Tells pictures apart without keeping their megabytes twice. */
const outline = (pictures: Record<string, string>) =>
  JSON.stringify(Object.entries(pictures).map(([field, url]) => [field, url.length, url.slice(-64)]))
