import { galleryTile, listGallery } from '@marram/api-contract/blocks'
import { getHome, listServices } from '@marram/api-contract/home'
import { listFeaturedMainNews, listNews, listNewsByCategory } from '@marram/api-contract/news'
import { getNextEvent } from '@marram/api-contract/next-event'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { imageUrl } from '@marram/sdk/configuration'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { FailedBlock } from '@marram/ui/failed-block'
import { FilmButton } from '@marram/ui/film-player-button'
import { PlayIcon } from '@marram/ui/icons'
import { Mosaic } from '@marram/ui/mosaic'
import { prepareSanitiser, sanitiseHtml } from '@marram/ui/safe-html'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import { unlessFailed, unlessMissing } from '@marram/ui/unless-failed'
import { useEffect } from 'react'
import { ofCategory } from '../api'
import { Chart, drawable } from '../components/chart'
import { Hero } from './hero'
import css from './home.module.css'
import { Important } from './important'
import { FeaturedNews, featuredCards, newsTab, RecentNews, recentCards } from './news'
import { NextEvent, shownEvent } from './next-event'
import { Services } from './services'

/** All of the page but the news of the tab. */
async function loadOthers(signal: AbortSignal) {
  prepareSanitiser()
  const [home, next, services, featured, gallery] = await Promise.all([
    get(getHome, { signal }),
    // Null if nothing is coming. Only our own API has the call.
    unlessFailed(unlessMissing(get(getNextEvent, { signal }))),
    unlessFailed(get(listServices, { signal })),
    unlessFailed(get(listFeaturedMainNews, { signal }).then(featuredCards)),
    unlessFailed(get(listGallery, { signal })),
  ])
  const { title, banner, banner_tall: tall, film_title, film_description, film_image, keyword, chart } = home
  return {
    // Every page has a heading, also where a host sends none.
    hero: { title: title || 'Marram', banner, tall, description: await sanitiseHtml(home.description) },
    summary: excerpt(home.description, 155),
    next: next?.title ? shownEvent(next) : undefined,
    services,
    chart: drawable(chart),
    featured,
    film: { title: film_title || 'Watch our film', description: film_description, image: film_image, keyword },
    gallery: gallery?.slice(0, 8).map(galleryTile),
    important: await sanitiseHtml(home.important),
  }
}

/** What the page shows while it is on the screen. */
let shown: { tab: string; others: Awaited<ReturnType<typeof loadOthers>> } | undefined

/** Another tab loads its news alone. Whatever failed is tried again by the tab that is shown. */
export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  const tab = newsTab(new URL(url).search)
  const listTab = ofCategory(listNews, listNewsByCategory)
  const [others, recent] = await Promise.all([
    shown && shown.tab !== tab.key ? shown.others : loadOthers(signal),
    unlessFailed(listTab(tab.category, signal, { page: 1, page_size: 8 }).then(recentCards)),
  ])
  return { others, recent, tab: tab.key }
}

export function Component() {
  const { others, recent, tab } = useLoaderData<typeof loader>()
  const { hero, summary, next, services, chart, featured, film, gallery, important } = others
  useEffect(() => {
    shown = { tab, others }
    return () => {
      shown = undefined
    }
  }, [tab, others])
  return (
    <>
      <PageMeta title="Climate awareness, events and learning" description={summary} image={hero.banner} />
      <Hero {...hero} />
      {next && <NextEvent {...next} />}
      <Services services={services} />
      {chart && (
        <Section id="measured" title={chart.title}>
          <Chart {...chart} />
        </Section>
      )}
      <FeaturedNews cards={featured} />
      <FilmBand {...film} />
      <RecentNews cards={recent} tab={tab} />
      <GalleryBand items={gallery} />
      {important && <Important text={important} />}
    </>
  )
}

type Home = Awaited<ReturnType<typeof loadOthers>>

/** The featured film. Without a still the band is the colour of late afternoon, in the dark theme of night. */
function FilmBand({ title, description, image, keyword }: Home['film']) {
  return (
    <section className={css.band} id="film" aria-labelledby="film-title">
      {image && (
        <img
          className={css.picture}
          src={imageUrl(image)}
          alt=""
          width="1600"
          height="760"
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={css.row}>
        <div>
          <h2 className={css.title} id="film-title">
            {title}
          </h2>
          {description && <p className={css.text}>{description}</p>}
        </div>
        <FilmButton className={css.play} title={title} keyword={keyword}>
          <PlayIcon className={css.sign} />
        </FilmButton>
      </div>
    </section>
  )
}

/** The first items of the gallery. `items` is undefined if the call failed. */
function GalleryBand({ items }: { items: Home['gallery'] }) {
  return (
    <Section
      id="gallery"
      title="From the field book"
      aside={<TextLink to={paths.gallery()}>Whole gallery</TextLink>}
      ground="lilac"
      className={css.section}
    >
      {!items && <FailedBlock title="The gallery could not be loaded." />}
      {items?.length === 0 && <EmptyState>Pictures from our days out will appear here.</EmptyState>}
      {items && <Mosaic items={items} />}
    </Section>
  )
}
