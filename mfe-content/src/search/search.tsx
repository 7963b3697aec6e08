import { listMainNews } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { SEARCH_PAGE_SIZE } from '@marram/api-contract/search'
import { isApiError } from '@marram/sdk/api-error'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { PageBanner } from '@marram/ui/page-banner'
import { isMissing, unlessFailed } from '@marram/ui/unless-failed'
import { useEffect } from 'react'
import { latest as latestOf } from '../api'
import shore from '../art/search.svg'
import { LatestPosts, latestPosts } from '../components/latest-posts'
import { pageTitle, toLastPage } from '../components/paging'
import { findOnSite } from '../components/search/found'
import { rememberSearch } from '../components/search/recent-searches'
import { kindWords } from '../components/search/search-kinds'
import { findPages } from '../components/search/site-pages'
import { SiteSearch } from '../components/search/site-search'
import { SideList } from '../components/side-list'
import { addressOf, askedBy } from './asked'
import { Beginning, Notice } from './notice'
import { Results } from './results'

const LATEST = 4

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = askedBy(new URL(request.url))
  if (asked.q === '') return { asked, tooMany: false }
  const found = await findOnSite({ ...asked, size: SEARCH_PAGE_SIZE }, request.signal).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    if (isApiError(error) && error.code === 429) return 'too many' as const
    throw error
  })
  if (!found) return { asked, pages: findPages(asked.q) }
  // With this status no edge caches it for other visitors.
  if (found === 'too many') return Response.json({ asked, tooMany: true }, { status: 429 })
  toLastPage({ page: asked.page, pages: found.pages }, (page) => addressOf({ ...asked, page }))
  if (found.total > 0 || Object.keys(found.counts).length > 0) return { asked, found }
  const latest = await unlessFailed(latestOf(listMainNews)(LATEST, request.signal))
  return { asked, nothing: { latest: latestPosts(latest, LATEST) } }
}

export function Component() {
  const { asked, found, nothing, tooMany, pages = [] } = useLoaderData<typeof loader>()
  const { q, kind, page } = asked
  const hasResponse = found !== undefined || nothing !== undefined
  useEffect(() => {
    if (hasResponse) rememberSearch(q)
  }, [hasResponse, q])
  return (
    <>
      <PageMeta
        title={pageTitle(page, q, kind ? kindWords(kind).plural : '', 'Search')}
        description="News, publications, films, courses, events, people and pages: everything on this site, by its words."
        noIndex={q !== ''}
      />
      <PageBanner title="Search" hour="dawn" art={shore}>
        {/* A new box for each search, so that Back and Forward show the words of their page. */}
        <SiteSearch key={q} id="site-search" q={q} />
      </PageBanner>
      {found && <Results asked={asked} found={found} />}
      {nothing && (
        <Notice
          title={`Nothing found for “${q}”`}
          lead="Check the spelling, try fewer words, or a more general one: “tide” instead of “tide table for October”."
        >
          <LatestPosts posts={nothing.latest} linkTo={paths.newsItem} />
        </Notice>
      )}
      {/* The API limits the searches of each network. */}
      {tooMany && (
        <Notice
          title="Too many searches in the last minute"
          lead="More was searched for from your network than we can answer at once. Wait a minute and search again: your words are still in the box."
        />
      )}
      {q === '' && <Beginning />}
      {/* The API host has no search. That is known once it is asked. */}
      {q !== '' && !hasResponse && !tooMany && (
        <Notice
          title="Search is not available at the moment"
          lead={
            pages.length > 0
              ? 'Only the pages of this site that name your words are listed. Everything else can be found by its section.'
              : 'Everything on this site can also be found by its section.'
          }
        >
          {pages.length > 0 && (
            <SideList
              title={`Pages for “${q}”`}
              entries={pages.map(({ slug, url, title }) => ({ key: slug, to: url, title }))}
            />
          )}
        </Notice>
      )}
    </>
  )
}
