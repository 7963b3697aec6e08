import { Refusal } from '../http/refusal'

/** Does one thing after the other, whoever asks. Refuses where too many wait already. */
export function oneAtATime(mostWaiting: number) {
  const waiting: (() => void)[] = []
  let busy = false
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (busy) {
      if (waiting.length >= mostWaiting)
        throw new Refusal(503, 'Many images are being sent right now. Try again in a minute.', undefined, 60)
      await new Promise<void>((resolve) => waiting.push(resolve))
    }
    busy = true
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy = false
    }
  }
}
