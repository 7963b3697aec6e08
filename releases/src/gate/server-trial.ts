import type { Check } from '@marram/release-contract/calls/releases'
import type { OpenMessage } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout, type RenderWorker } from '@marram/rendering/render-worker'
import { failed, failedLate, passed, warned } from './check'
import { BrokenPage, type Rendered, renderSamples, type Sitemap, sitemapOf } from './sample-pages'
import { type BuildsSettings, namesOf, oneAtATime, type Pair, type Trial, type Tried, withBuilds } from './trial'
import type { TrialApi } from './trial-api'

type Limits = {
  openMs: number
  /** Longer than the shell waits for the API. */
  pageMs: number
}

const LIMITS: Limits = { openMs: 5000, pageMs: 6000 }

export const serverTrial = ({ limits = LIMITS, ...settings }: BuildsSettings & { limits?: Limits }): Trial =>
  oneAtATime((pair, stopping) =>
    withBuilds(settings, pair, stopping, (worker, open, api) =>
      run(worker, open, { ...limits, api, sitemap: sitemapOf(pair) }).then(
        (rendered) => ({ check: successOf(pair, rendered), mayDiffer: false }),
        (error) => failureOf(pair, error),
      ),
    ),
  )

/** Undefined for a shell alone, which has no pages. */
async function run(
  worker: RenderWorker,
  open: OpenMessage,
  { openMs, pageMs, api, sitemap }: Limits & { api: TrialApi; sitemap: Sitemap },
): Promise<Rendered | undefined> {
  const { composition, section } = open
  await worker.ask({ kind: 'open', open }, openMs)
  await worker.ask({ kind: 'frame', composition: composition.id }, pageMs)
  const pages = section && composition.sections[section.part]?.pages
  return pages && renderSamples(worker, pages, { composition: composition.id, api, pageMs, sitemap })
}

function failureOf(pair: Pair, error: unknown): Tried {
  const cause = error instanceof BrokenPage ? error.cause : error
  if (cause instanceof RenderProcessEnded)
    return { check: failed('server', `${namesOf(pair)}: the process ended (${cause.message}).`), mayDiffer: true }
  const why = String((cause as Error).message).split('\n', 1)[0]
  const words = `${namesOf(pair)}${error instanceof BrokenPage ? ` ${error.message}` : ''}: ${why}.`
  const isLate = cause instanceof RenderTimeout
  return { check: (isLate ? failedLate : failed)('server', words), mayDiffer: isLate }
}

function successOf(pair: Pair, found: Rendered | undefined): Check {
  if (!found) return passed('server', `${namesOf(pair)} starts and renders its app shell.`)
  const { rendered, of, withoutData, notReached } = found
  const words = `${namesOf(pair)} rendered ${rendered} of ${of} sample pages`
  if (withoutData > 0)
    return warned('server', `${words}, ${withoutData} of them without data: the API did not respond.`)
  return rendered < of
    ? warned('server', `${words}; not rendered, because time was up: ${notReached.join(', ')}.`)
    : passed('server', `${words}.`)
}
