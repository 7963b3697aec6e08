import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { excerpt } from '@marram/ui/excerpt'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { getHome, listFeaturedNews } from '../api'
import { FeaturedNews, featuredCards } from './featured-news'
import { Hero } from './hero'

export async function loader({ request }: LoaderFunctionArgs) {
  prepareSanitiser()
  const [home, featured] = await Promise.all([getHome(request.signal), listFeaturedNews(request.signal)])
  const { title, banner, banner_tall: tall } = home
  return {
    hero: { title, banner, tall, description: await sanitiseHtml(home.description) },
    summary: excerpt(home.description, 155),
    featured: featuredCards(featured),
  }
}

export function Component() {
  const { hero, summary, featured } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta title="Climate awareness, events and learning" description={summary} />
      <Hero {...hero} />
      <FeaturedNews cards={featured} />
    </>
  )
}
