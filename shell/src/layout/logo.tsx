import { Link } from 'react-router-dom'
import css from './logo.module.css'
import { site } from './site'

/** The grass mark and the word, leading home. */
export function Logo() {
  return (
    <Link className={css.logo} to="/" aria-label={`${site.name}, home`}>
      <svg viewBox="0 0 42 42" width="42" height="42" aria-hidden="true">
        <circle cx="21" cy="21" r="21" fill="#0B5F57" />
        <circle cx="28.5" cy="15" r="5.2" fill="#F6924F" />
        <path d="M0 31.5C9 24 17 26 23 29.5s13 3.5 18.3-2A21 21 0 0 1 2.6 31.200Z" fill="#DDEEEA" />
        <g fill="#fff">
          <path d="M14 30C13.5 21 16 13 23 7.5 19 15 18 22 17.2 30Z" />
          <path d="M12.5 30C11 22.5 8 17.5 3.7 14.5 9.5 16 14.5 21.5 16 30Z" />
          <path d="M16 30c.8-6 4.5-10 10-11-4 3-6.5 6.5-7 11Z" />
        </g>
      </svg>
      {site.name}
    </Link>
  )
}
