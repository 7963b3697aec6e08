import axios, { type AxiosAdapter, type AxiosResponse } from 'axios'
import { LRUCache } from 'lru-cache'
import type { KnownContent } from './render-calls'

type Kept = Pick<AxiosResponse<string>, 'data' | 'status' | 'statusText' | 'headers'>

const http = axios.getAdapter('http')

/**
 * In each process, for each shell that is open in it. Answers to what visitors can type, which has no end, have less, and
 * drive out each other alone.
 */
const MOST_BYTES = 6 * 1024 * 1024
const MOST_BYTES_OF_MANY = 2 * 1024 * 1024
/** Of an entry besides its texts. */
const ENTRY_BYTES = 2000

/**
 * Carries calls on a server. Nobody is logged in here, so an answer of one content is the same for all: it is kept until
 * the content changes. `contentNow` says which content the present call is for. Texts are kept and not objects, since a
 * loader may change what it gets.
 */
export function keepAnswers(contentNow: () => KnownContent | undefined): AxiosAdapter {
  const ask: AxiosAdapter = async (config) => notLed(await http({ ...config, maxRedirects: 0 }))
  const kept = answersWithin(MOST_BYTES)
  const keptOfMany = answersWithin(MOST_BYTES_OF_MANY)
  let latest = 0
  return async (config) => {
    const content = contentNow()
    if (!content || config.method !== 'get') return ask(config)
    const { revision, changes } = content
    if (changes > latest) {
      kept.clear()
      keptOfMany.clear()
    }
    latest = Math.max(latest, changes)
    const key = axios.getUri(config)
    // A page that takes long may be of the content before.
    const known = changes === latest ? (kept.get(key) ?? keptOfMany.get(key)) : undefined
    if (known) return { ...known, config }
    const answer: AxiosResponse<unknown> = await ask(config)
    if (changes === latest && isKept(answer, revision)) {
      const isOneOfMany = config.params !== undefined || answer.status !== 200
      const into = isOneOfMany ? keptOfMany : kept
      into.set(key, withoutItsCall(answer))
    }
    return answer
  }
}

/** An API may lead to a service that only this machine reaches. To a browser the edge answers the same. */
function notLed(answer: AxiosResponse<unknown>): AxiosResponse<unknown> {
  if (answer.status < 300 || answer.status >= 400) return answer
  return { ...answer, status: 502, data: null, headers: {} }
}

/**
 * Only our own API names a revision, and its status is its code. A refused address stays refused as long as the content
 * stays; what failed is asked for again.
 */
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

const answersWithin = (bytes: number) =>
  new LRUCache<string, Kept>({
    maxSize: bytes,
    sizeCalculation: ({ data }, key) => 2 * (data.length + key.length) + ENTRY_BYTES,
  })
