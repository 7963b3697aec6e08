import { Link } from 'react-router-dom'
import css from './logo.module.css'
import { site } from './site'

/** The grass mark and the word, leading home. */
export function Logo() {
  return (
    <Link className={css.logo} to="/" aria-label={`${site.name}, home`}>
      {site.name}
    </Link>
  )
}
