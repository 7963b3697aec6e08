import type { NewsItem } from '@marram/api-contract/news'
import { paths } from '@marram/api-contract/paths'
import { BriefList } from '@marram/ui/brief-list'
import { CategoryChip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { FailedBlock } from '@marram/ui/failed-block'
import { readingMinutes } from '@marram/ui/reading-time'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import { TornCard } from '@marram/ui/torn-card'
import css from './featured-news.module.css'

/** What the cards show of the first eight items; whole articles would double the page. */
export const featuredCards = (items: NewsItem[]) =>
  items.slice(0, 8).map(({ slug, title, image, date, category, description }, i) => ({
    slug,
    title,
    image,
    date,
    category: category.title,
    minutes: readingMinutes(description),
    excerpt: i === 0 ? excerpt(description, 190) : '',
  }))

type Card = ReturnType<typeof featuredCards>[number]

/** One large card, three beside it, four below as text. `cards` is undefined where the call failed. */
export function FeaturedNews({ cards }: { cards: Card[] | undefined }) {
  const [lead, ...others] = cards ?? []
  return (
    <Section id="featured-news" title="Featured news" aside={<TextLink to={paths.newsList()}>All news</TextLink>}>
      {!cards && <FailedBlock title="The featured news could not be loaded." />}
      {cards && !lead && <EmptyState>Stories that we are proud of will stand here.</EmptyState>}
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
      {others.length > 3 && <BriefList items={others.slice(3).map((card) => ({ key: card.slug, ...shared(card) }))} />}
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
