import type { Page } from '@playwright/test'

export type Request = {
  url: string
  /** Chromium's kind: Document, Script, Stylesheet, Font, Image, XHR, … */
  kind: string
  /** Bytes over the wire, head and compressed body. */
  bytes: number
  /** 1 for the document, one more for what something of depth n asks for. */
  depth: number
  encoding: string
}

type Initiator = { type: string; url?: string; stack?: Stack }
type Stack = { callFrames: { url: string }[]; parent?: Stack }

/** Records what goes over the wire, as the browser counts it. Call it before the first navigation, in a fresh context. */
export async function recordWire(page: Page): Promise<() => Request[]> {
  const session = await page.context().newCDPSession(page)
  const byId = new Map<string, Request>()
  const depths = new Map<string, number>()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, type = 'Other', initiator }) => {
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return
    // A beacon is sent when nothing else is under way, and nobody waits for it.
    if (type === 'Ping') return
    const from = askers(initiator as Initiator)
    const depth = type === 'Document' ? 1 : 1 + Math.max(1, ...from.map((url) => depths.get(url) ?? 1))
    byId.set(requestId, { url: request.url, kind: type, bytes: 0, depth, encoding: '' })
    if (!depths.has(request.url)) depths.set(request.url, depth)
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const found = byId.get(requestId)
    if (found) found.encoding = response.headers['content-encoding'] ?? response.headers['Content-Encoding'] ?? ''
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const found = byId.get(requestId)
    if (found) found.bytes = encodedDataLength
  })
  return () => [...byId.values()]
}

function askers({ url, stack }: Initiator): string[] {
  const frames: string[] = []
  for (let at = stack; at; at = at.parent) frames.push(...at.callFrames.map((frame) => frame.url))
  return [...(url ? [url] : []), ...frames].filter(Boolean)
}
