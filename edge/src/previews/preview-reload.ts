/** Pages of a preview of somebody's machine follow its builds: a fresh page comes when what it would show has changed. */
export const reloadScript = `const here = document.currentScript.dataset.shows
setInterval(async () => {
  const answer = await fetch('/releases/preview-shows', { cache: 'no-store' }).catch(() => undefined)
  if (answer?.ok && (await answer.json()).shows !== here) location.reload()
}, 1000)
`

export const reloadTag = (shows: string) =>
  `<script defer src="/releases/preview-reload.js" data-shows="${shows}"></script>`
