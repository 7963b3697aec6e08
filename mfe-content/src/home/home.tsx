import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { excerpt } from '@marram/ui/excerpt'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { unlessFailed } from '@marram/ui/unless-failed'
import { getHome, listFeaturedNews, listGallery, listRecentNews, listServices } from '../api'
import { galleryTile } from '../components/gallery-tile'
import { FeaturedNews, featuredCards } from './featured-news'
import { FilmBand } from './film-band'
import { GalleryBand } from './gallery-band'
import { Hero } from './hero'
import { Important } from './important'
import { newsTab } from './news-tabs'
import { RecentNews, recentCards } from './recent-news'
import { Services } from './services'

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const tab = newsTab(new URL(url).search)
  const [home, services, featured, recent, gallery] = await Promise.all([
    getHome(signal),
    unlessFailed(listServices(signal)),
    unlessFailed(listFeaturedNews(signal).then(featuredCards)),
    unlessFailed(listRecentNews(tab.category, 8, signal).then(recentCards)),
    unlessFailed(listGallery(signal)),
  ])
  const { title, banner, banner_tall: tall, film_title, film_description, film_image, keyword } = home
  return {
    // A page has a heading, also where a host has none for it.
    hero: { title: title || 'Marram', banner, tall, description: await sanitiseHtml(home.description) },
    summary: excerpt(home.description, 155),
    services,
    featured,
    film: { title: film_title || 'Watch our film', description: film_description, image: film_image, keyword },
    recent,
    tab: tab.key,
    gallery: gallery?.slice(0, 8).map(galleryTile),
  }
}

export function Component() {
  const { hero, summary, services, featured, film, recent, tab, gallery } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta title="Climate awareness, events and learning" description={summary} image={hero.banner} />
      <Hero {...hero} />
      <Services services={services} />
      <FeaturedNews cards={featured} />
      <FilmBand {...film} />
      <RecentNews cards={recent} tab={tab} />
      <GalleryBand items={gallery} />
      <Important />
    </>
  )
}
