import { brotliCompressSync } from 'node:zlib'

export type Asked = {
  url: string
  kind: 'Document' | 'Script' | 'Stylesheet' | 'Image' | 'Font' | 'XHR' | 'Fetch' | string
  /** Bytes over the wire, headers among them. */
  bytes: number
  /** Milliseconds since the first request. */
  from: number
  until: number
  /** The document is 1, what it names is 2, what a script of it asks for is 3. */
  depth: number
}

type Initiator = { type: string; url?: string; stack?: Stack }
type Stack = { callFrames: { url: string }[]; parent?: Stack }
/** As much of the browser's events as is read here. */
type Sent = {
  requestId: string
  request: { url: string }
  timestamp: number
  type?: string
  initiator: Initiator
  redirectResponse?: { encodedDataLength: number }
}
type Responded = { requestId: string; response: { fromDiskCache?: boolean; fromPrefetchCache?: boolean } }
type Finished = { requestId: string; timestamp: number; encodedDataLength: number }
/** A session of Playwright, as far as it is needed. */
// biome-ignore lint/suspicious/noExplicitAny: its events are typed by their names, which a plain emitter has none of
type Events = { on(event: any, take: (event: any) => void): unknown }

/**
 * All network requests of the page, in order, by initiator. Repeated requests are listed repeatedly; only requests that
 * the browser reports as cached are left out.
 */
export function watchRequests(cdp: Events) {
  const all: Asked[] = []
  const open = new Map<string, Asked>()
  let first: number | undefined
  let firstAt = 0
  let lastAt = Date.now()
  const depthOf = (url: string | undefined) => all.find((asked) => asked.url === url)?.depth ?? 0
  const since = (timestamp: number) => (timestamp - (first ?? timestamp)) * 1000
  const fromCache = (requestId: string) => {
    lastAt = Date.now()
    const asked = open.get(requestId)
    open.delete(requestId)
    if (asked) all.splice(all.indexOf(asked), 1)
  }
  cdp.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type, initiator, redirectResponse }: Sent) => {
    lastAt = Date.now()
    if (first === undefined) [first, firstAt] = [timestamp, lastAt]
    if (!/^https?:/.test(request.url)) return
    // The way of a redirect is one of its own, and keeps its id.
    const before = redirectResponse && open.get(requestId)
    if (before) Object.assign(before, { until: since(timestamp), bytes: redirectResponse.encodedDataLength })
    const asked: Asked = {
      url: request.url,
      kind: type ?? 'Other',
      bytes: 0,
      from: since(timestamp),
      until: Number.POSITIVE_INFINITY,
      depth: 1 + (before?.depth ?? depthOf(askedBy(initiator))),
    }
    all.push(asked)
    open.set(requestId, asked)
  })
  cdp.on('Network.requestServedFromCache', ({ requestId }: { requestId: string }) => fromCache(requestId))
  cdp.on('Network.responseReceived', ({ requestId, response }: Responded) => {
    if (response.fromDiskCache || response.fromPrefetchCache) fromCache(requestId)
  })
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }: Finished) => {
    lastAt = Date.now()
    const asked = open.get(requestId)
    if (asked) Object.assign(asked, { until: since(timestamp), bytes: encodedDataLength })
    open.delete(requestId)
  })
  cdp.on('Network.loadingFailed', ({ requestId }: { requestId: string }) => open.delete(requestId))
  return {
    all,
    /**
     * A page's session hears when a worker's script is requested, but not of its end, nor of its bytes: whoever holds the
     * page says when the worker runs, and what its script took.
     */
    workerStarted(url: string, bytes: number): void {
      lastAt = Date.now()
      const [requestId, asked] = [...open].find(([, asked]) => asked.url === url) ?? []
      if (!requestId || !asked) return
      Object.assign(asked, { until: lastAt - firstAt, bytes })
      open.delete(requestId)
    },
    /** Resolves when no request has been pending for so long. Rejects after half a minute. */
    async quiet(ms: number): Promise<void> {
      const until = Date.now() + 30_000
      while (open.size > 0 || Date.now() - lastAt < ms) {
        if (Date.now() > until) throw new Error(`still pending: ${[...open.values()].map(({ url }) => url).join(', ')}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
}

/** The document or script that named the address. */
function askedBy({ url, stack }: Initiator): string | undefined {
  for (let at = stack; at; at = at.parent) {
    const found = at.callFrames.find((frame) => frame.url !== '')
    if (found) return found.url
  }
  return url
}

const sum = (asked: Asked[]) => asked.reduce((bytes, each) => bytes + each.bytes, 0) / 1000

/** Kilobytes over the wire. */
export const scriptKb = (asked: Asked[]) => sum(asked.filter(({ kind }) => kind === 'Script'))
/** Scripts with components of antd, by the names of their chunks in the shell's build. */
export const antdIn = (asked: Asked[]): string[] =>
  asked.map(({ url }) => url).filter((url) => /\/antd[^/]*\.js$/.test(new URL(url).pathname))
export const styleKb = (asked: Asked[]) => sum(asked.filter(({ kind }) => kind === 'Stylesheet'))
/** Styles that are part of the document: what they take of it, as it is compressed. */
export const inlineStyleKb = (html: string) => brotliCompressSync(stylesIn(html)).length / 1000
const stylesIn = (html: string) => [...html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gs)].map(([, text]) => text).join('')
export const fontKb = (asked: Asked[]) => sum(asked.filter(({ kind }) => kind === 'Font'))
export const wholeKb = sum
