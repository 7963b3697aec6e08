import type { NewsItem } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { useNavigation } from '@marram/sdk/router'
import { CategoryChip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { FailedBlock } from '@marram/ui/failed-block'
import { PillTabs } from '@marram/ui/pill-tabs'
import { Ridge } from '@marram/ui/ridge'
import { Section } from '@marram/ui/section'
import { CardGrid, TornCard } from '@marram/ui/torn-card'
import { newsTab, newsTabs } from './news-tabs'
import css from './recent-news.module.css'

/** What the cards show of the first eight items. */
export const recentCards = (items: NewsItem[]) =>
  items.slice(0, 8).map(({ slug, title, image, date, category, description }) => ({
    slug,
    title,
    image,
    date,
    category: category.title,
    excerpt: excerpt(description, 150),
  }))

type Props = {
  /** Undefined where the call failed. */
  cards: ReturnType<typeof recentCards> | undefined
  /** Key of the tab that they are of. */
  tab: string
}

/** News of the last weeks, by tab. While another tab loads, the cards of this one hold its place. */
export function RecentNews({ cards, tab }: Props) {
  const { location } = useNavigation()
  const coming = location?.pathname === paths.home() ? newsTab(location.search).key : tab
  return (
    <Section
      id="recent-news"
      title="Recent news"
      aside={<PillTabs label="News by category" tabs={newsTabs} current={coming} panel="news-cards" />}
      className={css.section}
    >
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
          <CardGrid columns={4}>
            {cards.map(({ slug, title, image, date, category, excerpt: text }) => (
              <li key={slug}>
                <TornCard
                  shape="small"
                  to={paths.history(slug)}
                  title={title}
                  image={image}
                  seed={slug}
                  chip={<CategoryChip title={category} />}
                  meta={<LongDate value={date} />}
                >
                  {text}
                </TornCard>
              </li>
            ))}
          </CardGrid>
        )}
      </div>
      <Ridge seed="gallery" className={css.ridge} />
    </Section>
  )
}
