import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { LongDate } from '@marram/ui/date-range'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import css from './publication-row.module.css'

type Props = {
  slug: string
  title: string
  image: string
  date: string
  category: string | undefined
  excerpt: string
  /** On the first screen. */
  first: boolean
}

/** Picture at the left, words at the right; the whole row follows the link in its title. */
export function PublicationRow({ slug, title, image, date, category, excerpt, first }: Props) {
  return (
    <article className={css.row}>
      <div className={css.picture}>
        <Picture src={image} width={600} height={450} sizes="(min-width: 760px) 400px, 100vw" eager={first} />
        <Ridge seed={slug} />
      </div>
      <div>
        <p className={css.facts}>
          <LongDate value={date} />
          {category && <Chip tone="quiet">{category}</Chip>}
        </p>
        <h3 className={css.title}>
          <Link to={paths.publication(slug)}>{title}</Link>
        </h3>
        <p className={css.excerpt}>{excerpt}</p>
      </div>
    </article>
  )
}
