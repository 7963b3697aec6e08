import { listMainNews } from '@marram/api-contract/news'
import { get } from '@marram/sdk/api-client'
import { report } from '@marram/sdk/report'
import { restoreSession } from '@marram/sdk/session'
import { useEffect } from 'react'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router-dom'
import { Layout } from '../layout/layout'
import { LeaveQuestion } from '../layout/notices/leave-question'
import { Organisation } from '../layout/organisation'
import { endLeftSessionsOnline } from '../session/end-left-sessions'
import { useGuardAgain } from '../session/guard-again'
import { keepSession } from '../session/keep-session'
import { markReady } from '../start/ready'
import { sayRenewed } from '../versions/renew-tab'
import { useNavigationEffects } from './navigation-effects'

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

export function Root() {
  const { latest } = useLoaderData<typeof rootLoader>()
  useEffect(restoreSession, [])
  useEffect(keepSession, [])
  useEffect(endLeftSessionsOnline, [])
  useEffect(markReady, [])
  useEffect(sayRenewed, [])
  useNavigationEffects()
  useGuardAgain()
  return (
    <>
      <Layout latest={latest} />
      <Organisation />
      <LeaveQuestion />
    </>
  )
}
