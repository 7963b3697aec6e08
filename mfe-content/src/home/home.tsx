import { galleryTile } from '@marram/api-contract/blocks'
import { paths } from '@marram/api-contract/paths'
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
import { unlessFailed } from '@marram/ui/unless-failed'
import { getHome, listFeaturedNews, listGallery, listNews, listServices } from '../api'
import { Hero } from './hero'
import css from './home.module.css'
import { Important } from './important'
import { FeaturedNews, featuredCards, newsTab, RecentNews, recentCards } from './news'
import { Services } from './services'

export async function loader({ request: { url, signal } }: LoaderFunctionArgs) {
  prepareSanitiser()
  const tab = newsTab(new URL(url).search)
  const [home, services, featured, recent, gallery] = await Promise.all([
    getHome(signal),
    unlessFailed(listServices(signal)),
    unlessFailed(listFeaturedNews(signal).then(featuredCards)),
    unlessFailed(listNews(tab.category, signal, { page: 1, page_size: 8 }).then(recentCards)),
    unlessFailed(listGallery(signal)),
  ])
  const { title, banner, banner_tall: tall, film_title, film_description, film_image, keyword } = home
  return {
    // Every page has a heading, also where a host sends none.
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

type Home = Awaited<ReturnType<typeof loader>>

/** The featured film. Without a still the band is the colour of late afternoon. */
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

/** The first items of the gallery. `items` is undefined where the call failed. */
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
      {items?.length === 0 && <EmptyState>Pictures from our days out will hang here.</EmptyState>}
      {items && <Mosaic items={items} />}
    </Section>
  )
}
