import { paths } from '@marram/api-contract/paths'
import { longDate } from '@marram/ui/dates'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { Wrap } from '@marram/ui/wrap'
import { Link } from 'react-router-dom'
import { THEME_FIELD } from '../../boot/theme'
import sea from '../art/footer.svg'
import { Logo } from '../logo'
import { footerLists, type NavItem, site, smallPrint } from '../site'
import css from './footer.module.css'
import { Newsletter } from './newsletter'
import themeCss from './theme-switch.module.css'

export type LatestPost = { slug: string; title: string; date: string; image: string }

/** `letters`: whether one can subscribe to the newsletter here; `data-varies` tells the gate that not every page has that. */
type Props = { compact?: boolean; letters?: boolean; latest?: LatestPost; entries: NavItem[] }

/** The end of the home page's day; `compact` on all others. `entries` of sections stand in the first list. */
export function Footer({ compact = false, letters = true, latest, entries }: Props) {
  return (
    <footer className={`${css.footer} ${compact ? css.compact : ''}`}>
      <Ridge seed="ft-1" className={css.ridge} />
      <div className={css.sky}>
        <img className={css.sea} src={sea} alt="" width="2560" height="350" loading="lazy" decoding="async" />
        {letters && (
          <div data-varies="letters">
            <Wrap className={css.letters}>
              <div>
                <h2 className={css.heading}>Letters from the shoreline</h2>
                <p className={css.promise}>
                  What we measured, what we got wrong, and what you can do about it before the next tide. Leave your
                  address, and we tell you what happens next.
                </p>
              </div>
              <Newsletter />
            </Wrap>
          </div>
        )}
      </div>
      <div className={css.ground}>
        <Wrap>
          <div className={css.columns}>
            <Contact />
            {footerLists.map(({ title, items }, i) => (
              <nav key={title} aria-label={title}>
                <h2 className={css.title}>{title}</h2>
                <ul className={css.list}>
                  {[...items, ...(i === 0 ? entries : [])].map((item) => (
                    <li key={item.to}>
                      <Link to={item.to}>{item.title}</Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
            {latest && <Latest {...latest} />}
          </div>
          <div className={css.last}>
            <p>{site.name} is a registered charity. Illustrations are generated, not photographed.</p>
            <ThemeSwitch />
            <ul className={css.small}>
              {smallPrint.map(({ title, to }) => (
                <li key={to}>
                  <Link to={to}>{title}</Link>
                </li>
              ))}
              <li>
                <a href="#top">Back to top</a>
              </li>
            </ul>
          </div>
        </Wrap>
      </div>
    </footer>
  )
}

function Contact() {
  return (
    <div>
      <Logo />
      <address className={css.address}>
        {site.address.map((line) => (
          <span key={line}>{line}</span>
        ))}
        <a href={site.phone.href}>{site.phone.shown}</a>
      </address>
      <ul className={css.social}>
        {site.social.map(({ name, href, icon }) => (
          <li key={name}>
            <a href={href} aria-label={`${site.name} on ${name}`} rel="noopener noreferrer">
              <img src={icon} alt="" width="19" height="19" loading="lazy" />
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Latest({ slug, title, date, image }: LatestPost) {
  return (
    <div className={css.latest} data-varies="latest">
      <h2 className={css.title}>Latest post</h2>
      <div className={css.post}>
        <Picture src={image} width={92} height={92} className={css.thumb} />
        <div>
          <Link to={paths.newsItem(slug)}>{title}</Link>
          <p className={css.date}>{longDate(date)}</p>
        </div>
      </div>
    </div>
  )
}

/** The boot script marks, stores and applies the choice: it runs before React. */
function ThemeSwitch() {
  return (
    <fieldset className={themeCss.switch}>
      <legend className={themeCss.legend}>Colours</legend>
      {['System', 'Light', 'Dark'].map((title) => {
        const value = title.toLowerCase()
        return (
          <label key={value} className={themeCss.choice}>
            <input type="radio" name={THEME_FIELD} value={value} defaultChecked={value === 'system'} />
            {title}
          </label>
        )
      })}
    </fieldset>
  )
}
