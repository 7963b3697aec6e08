import axios, { type AxiosAdapter, type AxiosResponse } from 'axios'
import { LRUCache } from 'lru-cache'

type Kept = Pick<AxiosResponse<string>, 'data' | 'status' | 'statusText' | 'headers'>

const MOST_BYTES = 16 * 1024 * 1024
/** Of an entry besides its texts. */
const ENTRY_BYTES = 2000

/**
 * Carries calls on a server, where nobody is logged in: an answer of one content revision is the same for all, and is
 * asked for once. `revisionNow` says which one the present call is for. Texts are kept and not objects, since a loader
 * may change what it gets. Only our own API names a revision; what names none, or another, is asked for each time.
 */
export function keepAnswers(revisionNow: () => string | undefined): AxiosAdapter {
  const ask = axios.getAdapter('http')
  const kept = new LRUCache<string, Kept>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ data }, key) => 2 * (data.length + key.length) + ENTRY_BYTES,
  })
  let current: string | undefined
  return async (config) => {
    const revision = revisionNow()
    if (revision === undefined || config.method !== 'get') return ask(config)
    // Not by key: a database that was put back may count once more to where it had been.
    if (revision !== current) kept.clear()
    current = revision
    const key = axios.getUri(config)
    const known = kept.get(key)
    if (known) return { ...known, config }
    const answer: AxiosResponse<unknown> = await ask(config)
    if (revision === current && isKept(answer, current)) kept.set(key, withoutItsCall(answer))
    return answer
  }
}

/** A refused address stays refused as long as the content stays; what failed is asked for again. */
function isKept(answer: AxiosResponse<unknown>, revision: string): answer is AxiosResponse<string> {
  const { status, headers, data } = answer
  return (status === 200 || status === 404) && headers['x-content-revision'] === revision && typeof data === 'string'
}

const withoutItsCall = ({ data, status, statusText, headers }: AxiosResponse<string>): Kept => ({
  data,
  status,
  statusText,
  headers,
})
