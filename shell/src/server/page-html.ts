import { Writable } from 'node:stream'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

/**
 * The HTML of a page, whole. Rejects with the fault of any component: React alone would leave out the part that a `Suspense`
 * surrounds, and a page that lacks a part is no page.
 */
export function pageHtml(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    const sink = new Writable({
      write(piece: Buffer, _encoding, written) {
        pieces.push(piece)
        written()
      },
      final(ended) {
        resolve(Buffer.concat(pieces).toString())
        ended()
      },
    })
    const faults: unknown[] = []
    const { pipe } = renderToPipeableStream(page, {
      // React would send the parts of a long page behind it, for a script to move.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (fault) => void faults.push(fault),
      onShellError: reject,
      onAllReady: () => (faults.length > 0 ? reject(faults[0]) : pipe(sink)),
    })
  })
}
