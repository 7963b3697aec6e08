import type { NewsItem } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { Link, useNavigation } from '@marram/sdk/router'
import { CategoryChip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Ridge } from '@marram/ui/ridge'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import { CardGrid, TornCard } from '@marram/ui/torn-card'
import type { KeyboardEvent } from 'react'
import { ArticleCard } from '../components/article-card'
import { articleCard, readingMinutes } from '../components/article-data'
import brief from './brief-list.module.css'
import css from './news.module.css'
import tabsCss from './pill-tabs.module.css'

/** The fragment brings browsers without scripts back to the tabs. */
const addressOf = (category: string) => `${paths.home()}${category && `?news=${category}`}#recent-news`

const tab = (title: string, category: string) => ({ key: category || 'all', title, category, to: addressOf(category) })

/** The tabs of recent news, in order. `category` is a slug of the API; the first shows everything. */
export const newsTabs = [
  tab('All', ''),
  tab('Sports', 'sports'),
  tab('Olympiad', 'olympiad'),
  tab('Exhibitions', 'exhibitions'),
]

/** The tab that the query of an address asks for; the first one where there is no such tab. */
export function newsTab(search: string) {
  const asked = new URLSearchParams(search).get('news')
  return newsTabs.find(({ category }) => category === asked) ?? (newsTabs[0] as (typeof newsTabs)[number])
}

const MOST = 8

/** What the cards show of the first items. */
export const featuredCards = (items: NewsItem[]) =>
  items.slice(0, MOST).map((item, i) => {
    const card = articleCard(item, 190)
    return { ...card, excerpt: i === 0 ? card.excerpt : '', minutes: readingMinutes(item.description) }
  })

type Card = ReturnType<typeof featuredCards>[number]

/** One large card, three beside it, four below as text. `cards` is undefined if the call failed. */
export function FeaturedNews({ cards }: { cards: Card[] | undefined }) {
  const [lead, ...others] = cards ?? []
  return (
    <Section id="featured-news" title="Featured news" aside={<TextLink to={paths.newsList()}>All news</TextLink>}>
      {!cards && <FailedBlock title="The featured news could not be loaded." />}
      {cards && !lead && <EmptyState>Stories that we are proud of will appear here.</EmptyState>}
      {lead && (
        <div className={css.top}>
          <TornCard shape="lead" {...shared(lead)}>
            {lead.excerpt}
          </TornCard>
          <div className={css.beside}>
            {others.slice(0, 3).map((card) => (
              <TornCard key={card.slug} shape="tile" {...shared(card)} />
            ))}
          </div>
        </div>
      )}
      {others.length > 3 && (
        <ul className={brief.briefs}>
          {others
            .slice(3)
            .map(shared)
            .map(({ seed, to, title, chip, meta }) => (
              <li key={seed} className={brief.brief}>
                {chip}
                <h3 className={brief.title}>
                  <Link to={to}>{title}</Link>
                </h3>
                <p className={brief.meta}>{meta}</p>
              </li>
            ))}
        </ul>
      )}
    </Section>
  )
}

const shared = ({ slug, title, image, date, category, minutes }: Card) => ({
  to: paths.newsItem(slug),
  title,
  image,
  seed: slug,
  chip: <CategoryChip title={category} />,
  meta: (
    <>
      <LongDate value={date} /> {minutes > 0 && <span>{minutes} min read</span>}
    </>
  ),
})

/** What the cards show of the first items. */
export const recentCards = (items: NewsItem[]) => items.slice(0, MOST).map((item) => articleCard(item, 150))

/** `cards`: undefined if the call failed. `tab`: the key of theirs. While another one loads, they hold its place. */
type Props = { cards: ReturnType<typeof recentCards> | undefined; tab: string }

export function RecentNews({ cards, tab }: Props) {
  const { location } = useNavigation()
  const coming = location?.pathname === paths.home() ? newsTab(location.search).key : tab
  return (
    <Section id="recent-news" title="Recent news" aside={<Tabs current={coming} />} className={css.section}>
      <div
        id="news-cards"
        className={css.cards}
        role="tabpanel"
        aria-labelledby={`news-cards-tab-${coming}`}
        aria-busy={coming !== tab}
      >
        {!cards && <FailedBlock title="The recent news could not be loaded." />}
        {cards?.length === 0 && <EmptyState>When there is news of this kind it will appear here.</EmptyState>}
        {cards && cards.length > 0 && (
          <CardGrid columns={4} rows>
            {cards.map((card) => (
              <li key={card.slug}>
                <ArticleCard shape="small" to={paths.history(card.slug)} card={card} />
              </li>
            ))}
          </CardGrid>
        )}
      </div>
      <Ridge seed="gallery" className={css.ridge} />
    </Section>
  )
}

/** Tabs that are links: each has an address, and they work before and without scripts. The page stays where it is. */
const Tabs = ({ current }: { current: string }) => (
  <div className={tabsCss.tabs} role="tablist" aria-label="News by category" onKeyDown={moveFocus}>
    {newsTabs.map(({ key, title, to }) => (
      <Link
        key={key}
        id={`news-cards-tab-${key}`}
        className={tabsCss.tab}
        role="tab"
        aria-selected={key === current}
        aria-controls="news-cards"
        to={to}
        preventScrollReset
      >
        {title}
      </Link>
    ))}
  </div>
)

/** Arrows, Home and End go through the tabs; Enter and Space choose. Tab reaches each of them too, as links are used. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // With these a key is the browser's, such as Alt and an arrow for Back.
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = [...event.currentTarget.querySelectorAll('a')]
  const at = tabs.indexOf(event.target as HTMLAnchorElement)
  const back = event.currentTarget.matches(':dir(rtl)') ? 1 : -1
  const to = { ArrowLeft: at + back, ArrowRight: at - back, Home: 0, End: -1 }[event.key]
  if (event.key === ' ') tabs[at]?.click()
  else if (to === undefined) return
  else tabs.at(to % tabs.length)?.focus()
  event.preventDefault()
}
