import { paths } from '@marram/api-contract/paths'
import { imageUrl } from '@marram/sdk/configuration'
import { LinkButton } from '@marram/ui/button'
import { Prose } from '@marram/ui/prose'
import { Ridge } from '@marram/ui/ridge'
import type { SafeHtml } from '@marram/ui/safe-html'
import { Wrap } from '@marram/ui/wrap'
import { SiteSearch } from '../components/search/site-search'
import grassCss from './grass.module.css'
import css from './hero.module.css'

type Props = { title: string; description: SafeHtml; banner: string; tall?: string }

/** A drawing is made for this place: its sky is plain behind the text. A photograph gets a scrim and white text. */
const isDrawing = (image: string) => /\.svg(?:[?#]|$)/i.test(image)

export function Hero({ title, description, banner, tall }: Props) {
  const kind = banner === '' ? 'bare' : isDrawing(banner) ? 'drawn' : 'photo'
  return (
    <section className={`${css.hero} ${css[kind]}`} data-hero={kind} aria-labelledby="hero-title">
      <Wrap className={css.words}>
        <h1 className={css.title} id="hero-title">
          {title}
        </h1>
        <Prose className={css.lede} html={description} />
        <SiteSearch id="hero-search" />
        <div className={css.asks}>
          <LinkButton to={paths.contact({ subject: 'volunteer' })} size="large">
            Join us
          </LinkButton>
          <LinkButton to={paths.contact({ subject: 'donate' })} look="honey" size="large">
            Give
          </LinkButton>
        </div>
      </Wrap>
      {/* After the words: all this stands at the foot of what has arrived, and must not move when they come. */}
      {banner && (
        <picture>
          {tall && <source media="(width < 47.5em)" srcSet={imageUrl(tall)} width="780" height="1560" />}
          <img
            className={css.picture}
            src={imageUrl(banner)}
            alt=""
            width="1600"
            height="1000"
            loading="eager"
            fetchPriority="high"
          />
        </picture>
      )}
      {kind === 'drawn' && <div className={css.noon} />}
      {kind !== 'photo' && <Grass />}
      <Ridge seed="hero-r" className={css.ridge} />
    </section>
  )
}

const [WIDTH, HEIGHT] = [1600, 120]

/** Blades beside each other, each a curve from its foot to its tip. By whole numbers, the same on every machine. */
function blades(count: number, shift: number): string {
  return Array.from({ length: count }, (_, i) => {
    const x = Math.round((i * WIDTH) / count) + ((i * 29 + shift) % 23)
    const tip = HEIGHT - 44 - ((i * 37 + shift) % 71)
    const lean = ((i * 61 + shift) % 67) - 22
    const middle = Math.round((HEIGHT + tip) / 2)
    return `M${x},${HEIGHT}Q${x + 2},${middle} ${x + lean},${tip}Q${x + 9},${middle} ${x + 8},${HEIGHT}Z`
  }).join('')
}

const rows = { far: blades(64, 11), near: blades(48, 40) }

/** Two rows of marram at the foot of the hero, which bend as the page is scrolled. */
const Grass = () =>
  Object.entries(rows).map(([row, d]) => (
    <svg
      key={row}
      className={`${grassCss.row} ${grassCss[row]}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={d} />
    </svg>
  ))
