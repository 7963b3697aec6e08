import type { PageView, PicturedPage, Pictures } from '@marram/release-contract/calls/releases'

function shareWords({ different, width, height }: PageView): string {
  if (different === 0) return `no difference at ${width}`
  const percent = (different / (width * height)) * 100
  return `${percent < 0.1 ? 'less than 0.1' : Number(percent.toFixed(1))} % differ at ${width}`
}

/** What there is to see of a page, such as `1.2 % differ at 390, no difference at 1440`. */
export function pageWords({ message, views }: PicturedPage, live: string | null): string {
  const isAlone = views.length > 0 && views.every((view) => view.live === null && view.candidate !== null)
  const cut = views.find((view) => view.cut)
  return [
    isAlone
      ? live === null
        ? 'nothing is live to compare it with'
        : `${live} has no such page`
      : views.map(shareWords).join(', '),
    cut && `only its first ${cut.height} pixels`,
    message,
  ]
    .filter(Boolean)
    .join('; ')
}

const isSame = ({ message, views }: PicturedPage) =>
  message === null && views.every(({ different, candidate }) => different === 0 && candidate === null)

/** Pages with something to look at, and those that look as live does. */
export const sortedPages = ({ pages }: Pictures) => ({
  toSee: pages.filter((page) => !isSame(page)),
  same: pages.filter(isSame).map(({ path }) => path),
})
