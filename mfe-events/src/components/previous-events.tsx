import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { LongDate } from '@marram/ui/date-range'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Picture } from '@marram/ui/picture'
import { Section } from '@marram/ui/section'
import type { Listing } from './area-data'
import css from './previous-events.module.css'

export function PreviousEvents({ title, of: news }: { title: string; of: Listing['previous'] }) {
  return (
    <Section id="previous" title={title}>
      {!news && <FailedBlock title="The previous events could not be loaded." />}
      {news?.length === 0 && <EmptyState>What is reported about them will stand here.</EmptyState>}
      {news && news.length > 0 && (
        <ul className={css.briefs}>
          {news.map(({ slug, title: name, image, date }) => (
            <li key={slug} className={css.brief}>
              <div className={css.picture}>
                <Picture src={image} width={192} height={192} sizes="6em" />
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
    </Section>
  )
}
