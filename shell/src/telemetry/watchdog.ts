/** Runs in a worker: sends, once, what the page gave it last, if the page then gives nothing for so long. */

const PATIENCE_S = 10
let report: string | null = null
let silent = 0

addEventListener('message', ({ data }: MessageEvent<string | null>) => {
  report = data
  silent = 0
})

// By its own seconds: none pass while the device sleeps.
const seconds = setInterval(() => {
  silent += 1
  if (report === null || silent < PATIENCE_S) return
  clearInterval(seconds)
  void fetch('/releases/evidence', {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
    ...{ body: report, keepalive: true },
  })
}, 1000)

export {}
