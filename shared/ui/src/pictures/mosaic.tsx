import { imageUrl } from '@marram/sdk/configuration'
import type { LightboxItem } from '../overlays/lightbox'
import { useOnDemand } from '../overlays/lightbox-on-demand'
import { LightboxTrigger } from '../overlays/lightbox-trigger'
import { PlayIcon } from './icons'
import css from './mosaic.module.css'
import { mosaicTiles } from './mosaic-tiles'
import { Picture } from './picture'

const loadLightbox = () => import('../overlays/lightbox').then(({ Lightbox }) => Lightbox)

/** Pictures and films as tiles without gaps, however many there are. Each opens in the lightbox, which goes through all. */
export function Mosaic({ items }: { items: LightboxItem[] }) {
  const lightbox = useOnDemand(loadLightbox)
  const tiles = mosaicTiles(items.length)
  return (
    <>
      <ul className={css.mosaic}>
        {items.map(({ title, image, keyword }, i) => {
          const name = title || `${keyword ? 'Film' : 'Picture'} ${i + 1}`
          return (
            <li key={`${i} ${image}`} className={tiles[i]?.map((shape) => css[shape]).join(' ')}>
              <LightboxTrigger
                className={css.tile}
                href={image ? imageUrl(image) : undefined}
                onApproach={lightbox.approach}
                onOpen={() => lightbox.open({ items, start: i })}
              >
                <Picture
                  src={image}
                  width={900}
                  height={700}
                  sizes="(min-width: 1300px) 640px, (min-width: 760px) 50vw, 100vw"
                />
                <span className="visually-hidden">{keyword ? 'Play: ' : 'Open: '}</span>
                <span className={`${css.caption} ${keyword ? css.film : ''}`}>
                  {keyword && <PlayIcon className={css.sign} />}
                  <span className={css.words}>{name}</span>
                </span>
              </LightboxTrigger>
            </li>
          )
        })}
      </ul>
      {lightbox.shown}
    </>
  )
}
