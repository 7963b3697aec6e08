import { listMainNews } from '@marram/api-contract/news'
import { get } from '@marram/sdk/api-client'
import { report } from '@marram/sdk/report'
import { restoreSession } from '@marram/sdk/session'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { Layout } from '../layout/layout'
import { askBeforeUnload, LeaveQuestion } from '../layout/notices/leave-question'
import { Organisation } from '../layout/organisation'
import { keepSession } from '../session/keep-session'
import { endLeftSessionsOnline } from '../session/session-calls'
import { markReady } from '../start/ready'
import { announceRenewal } from '../versions/renew-tab'
import { takeOverScrolling, useNavigationEffects } from './navigation-effects'

/** The footer's teaser. A page is whole without it, so a failure here is reported and never shown. */
export async function rootLoader({ request }: LoaderFunctionArgs) {
  try {
    const [latest] = await get(listMainNews, { query: { page: 1, page_size: 1 }, signal: request.signal })
    return { latest }
  } catch (error) {
    if (!request.signal.aborted) report({ kind: 'footer', message: String((error as Error).message) })
    return { latest: undefined }
  }
}

/** Everything that goes on beside the page, from when it responds. */
function begin(): () => void {
  const stops = [restoreSession(), keepSession(), endLeftSessionsOnline(), takeOverScrolling(), askBeforeUnload()]
  markReady()
  announceRenewal()
  return () => {
    for (const stop of stops) stop()
  }
}

export function Root() {
  const { latest } = useLoaderData<typeof rootLoader>()
  useEffect(begin, [])
  useNavigationEffects()
  return (
    <>
      <Layout latest={latest} />
      <Organisation />
      <LeaveQuestion />
    </>
  )
}
