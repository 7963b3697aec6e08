import { paths } from '@marram/api-contract/paths'
import { Link } from '@marram/sdk/router'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import css from './initiatives.module.css'

type Props = {
  slug: string
  title: string
  image: string
  excerpt: string
  /** On the first screen. */
  first: boolean
}

/** One initiative. The whole row follows the link in its title. */
export function InitiativeRow({ slug, title, image, excerpt, first }: Props) {
  return (
    <article className={css.row}>
      <div className={css.picture}>
        <Picture
          src={image}
          width={1200}
          height={780}
          sizes="(min-width: 1300px) 680px, (min-width: 760px) 58vw, 100vw"
          eager={first}
        />
        <Ridge seed={slug} />
      </div>
      <div>
        <h2 className={css.title}>
          <Link to={paths.techInitiative(slug)}>{title}</Link>
        </h2>
        <p className={css.excerpt}>{excerpt}</p>
      </div>
    </article>
  )
}
