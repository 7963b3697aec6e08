import type { RenderedPage } from '@marram/rendering/render-messages'
import type { Revision } from './content-watch'
import type { Cacheability } from './page-cache'

/** Whether something that a page shows is of this content: what could not be had shows nothing worth a word. */
export const isOf = ({ status, calls }: Pick<RenderedPage, 'status' | 'calls'>, revision: Revision): boolean =>
  Boolean(status < 500 && revision && calls?.revisions.includes(revision))

/** How long a page that was rendered while the API had `revision` may be shown to others. */
export function cacheabilityOf(
  { status, calls }: Pick<RenderedPage, 'status' | 'calls'>,
  revision: Revision,
): Cacheability {
  if (status >= 500) return 'none'
  // A shell that does not say may have left out what failed.
  if (!calls) return 'brief'
  // A block that could not be loaded must not be missing for as long as the content stays.
  if (calls.failed) return 'none'
  if (!revision) return 'brief'
  // One API of several may be behind the others for a moment.
  if (calls.revisions.some((each) => each !== null && each !== revision)) return 'none'
  return calls.revisions.includes(null) ? 'brief' : 'revision'
}
