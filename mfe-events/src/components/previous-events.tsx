import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import { Section } from '@marram/ui/section'
import css from './previous-events.module.css'
import type { Previous } from './previous-news'

/** What the news had to say about earlier ones: text briefs with a small picture. */
export function PreviousEvents({ title, of: { items, failed } }: { title: string; of: Previous }) {
  return (
    <Section id="previous" title={title}>
      {items.length > 0 && (
        <ul className={css.briefs}>
          {items.map(({ slug, title: name, image, date }) => (
            <li key={slug} className={css.brief}>
              <div className={css.picture}>
                <Picture src={image} width={192} height={192} sizes="96px" />
              </div>
              <div>
                <h3 className={css.title}>
                  <Link to={paths.history(slug)}>{name}</Link>
                </h3>
                <p className={css.date}>
                  <LongDate value={date} />
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {failed && <FailedBlock title="The previous events could not be loaded." />}
      {!failed && items.length === 0 && <EmptyState>What is reported about them will stand here.</EmptyState>}
    </Section>
  )
}
