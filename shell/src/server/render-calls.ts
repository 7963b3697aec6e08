import { AsyncLocalStorage } from 'node:async_hooks'
import { report } from '@marram/sdk/report'
import { isRouteErrorResponse } from 'react-router-dom'

/** The calls that a page was made from. An edge knows by them how long it may show the page to others. */
export type RenderCalls = {
  failed: boolean
  /** Of the content that the responses were made of; null for a response that names none. */
  revisions: (string | null)[]
}

/** How a call ended, as the client reports it. */
type CallEnd = { code: number; revision: string | undefined }

/** Which content the edge knows of, and how often it has seen another. */
export type KnownContent = { revision: string; changes: number }
/** What the edge sends with a render: the id of its request, and the content. Edges that were started earlier send less. */
export type RenderedFor = { request?: string; content?: KnownContent }

/** Several pages are rendered at once. */
const renders = new AsyncLocalStorage<RenderedFor & { ends: CallEnd[] }>()

/** Notes a call for the render that made it. */
export const noteCall = (end: CallEnd): void => void renders.getStore()?.ends.push(end)

/** The id of the request that the present render is for, where the edge sends it. */
export const requestOfRender = (): string | undefined => renders.getStore()?.request

/** The content that the present render is for, where the edge sends it. */
export const contentOfRender = (): KnownContent | undefined => renders.getStore()?.content

/** What `render` makes for a request, with the calls that it made. */
export async function withCalls<Page>(
  render: () => Promise<Page>,
  from: RenderedFor = {},
): Promise<Page & { calls: RenderCalls }> {
  const own: CallEnd[] = []
  const page = await renders.run({ ...from, ends: own }, render)
  const revisions = [...new Set(own.map(({ revision }) => revision ?? null))]
  return { ...page, calls: { failed: own.some(isFailure), revisions } }
}

/** A refused address is a result; want of time or rights is a failure. */
const isFailure = ({ code }: CallEnd) => code === 0 || code >= 500 || [401, 403, 408, 429].includes(code)

/** Reports what a page's boundary hides on the server: errors of loaders that are mistakes and no response of the API. */
export function reportLoaderFaults(errors: Record<string, unknown> | null | undefined, part: string | undefined): void {
  for (const error of Object.values(errors ?? {})) {
    if (isRouteErrorResponse(error)) continue
    report({ kind: 'loader', message: String((error as Error)?.message ?? error), ...(part && { part }), error })
  }
}
