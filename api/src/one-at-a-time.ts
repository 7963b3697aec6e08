import { Refusal } from './http/refusal'

/** Does one thing after the other, whoever asks. Refuses with `words` where `mostWaiting` wait already. */
export function oneAtATime(mostWaiting: number, words: string) {
  let last: Promise<unknown> = Promise.resolve()
  let unfinished = 0
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (unfinished > mostWaiting) return Promise.reject(new Refusal(503, words, undefined, 60))
    unfinished += 1
    const done = last.then(work).finally(() => {
      unfinished -= 1
    })
    last = done.catch(() => {})
    return done
  }
}
