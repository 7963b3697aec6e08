import { Wrap } from '../page/wrap'
import { Picture } from '../pictures/picture'
import { Carousel } from './carousel'
import css from './sponsor-strip.module.css'

type Sponsor = { image: string; title?: string }

/** Who pays: 5, 3 or 2 side by side, moving on every four seconds until the visitor stops it. */
export function SponsorStrip({ title, sponsors }: { title: string; sponsors: Sponsor[] }) {
  if (sponsors.length === 0) return null
  return (
    <Wrap className={css.strip}>
      <h2 className={css.title}>{title}</h2>
      <Carousel
        label={title}
        things="sponsors"
        shown={[2, 3, 5]}
        every={4000}
        className={css.carousel}
        slides={sponsors.map(({ image, title: name = '' }, i) => ({
          key: `${i} ${name}`,
          content: (
            <div className={css.tile}>
              <Picture src={image} alt={name} width={280} height={100} />
            </div>
          ),
        }))}
      />
    </Wrap>
  )
}
