import type { SearchHit } from '@marram/api-contract/search'
import { Link } from '@marram/sdk/router'
import { Chip } from '@marram/ui/chip'
import { Picture } from '@marram/ui/picture'
import { Highlighted } from '../components/search/highlighted'
import { kindWords } from '../components/search/search-kinds'
import css from './result.module.css'

type Props = {
  hit: SearchHit
  /** On the first screen. */
  eager: boolean
}

/** A page of this site with the words that were found in it. The whole row follows the link in its title. */
export function Result({ hit, eager }: Props) {
  const { one, tone } = kindWords[hit.kind]
  return (
    <article className={css.row}>
      <div className={css.picture}>
        <Picture src={hit.image} width={300} height={300} sizes="148px" eager={eager} />
      </div>
      <div>
        <Chip tone={tone}>{one}</Chip>
        <h3 className={css.title}>
          <Link to={hit.url}>
            <Highlighted text={hit.title} ranges={hit.title_matches} />
          </Link>
        </h3>
        <p className={css.excerpt}>
          <Highlighted text={hit.excerpt} ranges={hit.excerpt_matches} />
        </p>
      </div>
    </article>
  )
}
