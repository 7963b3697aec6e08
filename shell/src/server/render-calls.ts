import { AsyncLocalStorage } from 'node:async_hooks'
import { report } from '@marram/sdk/report'
import { isRouteErrorResponse } from 'react-router-dom'

/** The calls of a render. They decide how long the edge may cache the page. */
export type RenderCalls = {
  failed: boolean
  /** Content revisions of the responses; null for a response without one. */
  revisions: (string | null)[]
}

/** How a call ended, as the client reports it. */
type CallEnd = { code: number; revision: string | undefined }

/** The content revision that the edge has seen last, and the number of its changes. */
export type KnownContent = { revision: string; changes: number }
/** Sent by the edge with a render: the id of its request, and the content. */
export type RenderedFor = { request?: string; content?: KnownContent }

const renders = new AsyncLocalStorage<RenderedFor & { ends: CallEnd[] }>()

export const noteCall = (end: CallEnd): void => void renders.getStore()?.ends.push(end)

export const requestOfRender = (): string | undefined => renders.getStore()?.request

export const contentOfRender = (): KnownContent | undefined => renders.getStore()?.content

/** The result of `render` and the calls that it made. */
export async function withCalls<Page>(
  render: () => Promise<Page>,
  from: RenderedFor = {},
): Promise<Page & { calls: RenderCalls }> {
  const own: CallEnd[] = []
  const page = await renders.run({ ...from, ends: own }, render)
  const revisions = [...new Set(own.map(({ revision }) => revision ?? null))]
  return { ...page, calls: { failed: own.some(isFailure), revisions } }
}

/** A refused address is a result; a lack of time or permission is a failure. */
const isFailure = ({ code }: CallEnd) => code === 0 || code >= 500 || [401, 403, 408, 429].includes(code)

/** Reports errors of loaders that are not responses of the API: on the server, the page's boundary hides them. */
export function reportLoaderFaults(errors: Record<string, unknown> | null | undefined, part: string | undefined): void {
  for (const error of Object.values(errors ?? {})) {
    if (isRouteErrorResponse(error)) continue
    report({ kind: 'loader', message: String((error as Error)?.message ?? error), ...(part && { part }), error })
  }
}
