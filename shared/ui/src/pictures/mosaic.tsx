import { imageUrl } from '@marram/sdk/configuration'
import type { LightboxItem } from '../overlays/lightbox'
import { LightboxTrigger, useOnDemand } from '../overlays/lightbox-trigger'
import { Unbroken } from '../text/unbroken'
import { PlayIcon } from './icons'
import css from './mosaic.module.css'
import { Picture } from './picture'

const loadLightbox = () => import('../overlays/lightbox').then(({ Lightbox }) => Lightbox)

const tileName = (start: number) => `picture ${start}`

/** Tiles without gaps, however many there are. Each opens the lightbox, which goes through all of them. */
export function Mosaic({ items }: { items: LightboxItem[] }) {
  const lightbox = useOnDemand(loadLightbox, (opened) => {
    const start = items.findIndex((_, i) => tileName(i) === opened)
    return start < 0 ? undefined : { items, start }
  })
  const shapes = mosaicTiles(items.length)
  const tiles = items.map(({ title, image, keyword }, start) => ({
    start,
    image,
    keyword,
    name: title || `${keyword ? 'Film' : 'Picture'} ${start + 1}`,
    className: shapes[start]?.map((shape) => css[shape]).join(' '),
  }))
  return (
    <>
      <ul className={css.mosaic}>
        {tiles.map(({ start, image, keyword, name, className }) => (
          <li key={start} className={className}>
            <LightboxTrigger
              className={css.tile}
              href={image ? imageUrl(image) : undefined}
              onApproach={lightbox.approach}
              onOpen={() => lightbox.open(tileName(start))}
            >
              <Picture
                src={image}
                width={900}
                height={700}
                wide
                sizes="(min-width: 81.25em) 40em, (min-width: 47.5em) 50vw, 100vw"
              />
              <span className="visually-hidden">{keyword ? 'Play: ' : 'Open: '}</span>
              <span className={`${css.caption} ${keyword ? css.film : ''}`}>
                {keyword && <PlayIcon className={css.sign} />}
                <span className={css.words}>
                  <Unbroken>{name}</Unbroken>
                </span>
              </span>
            </LightboxTrigger>
          </li>
        ))}
      </ul>
      {lightbox.shown}
    </>
  )
}

/** Columns and rows in a grid of six, and whether a tile takes both columns of phones. */
export type TileShape = 'large' | 'broad' | 'full' | 'half' | 'four' | 'two' | 'one' | 'tall' | 'wideOnPhones'

type Tile = TileShape[]
const large: Tile = ['large']
const two: Tile = ['two']
const one: Tile = ['one']
const half: Tile = ['half']

/** Groups of up to eight tiles that fill whole rows. A longer mosaic repeats the group of eight. */
const groups: Tile[][] = [
  [],
  [['full', 'wideOnPhones']],
  [half, half],
  [['broad', 'wideOnPhones'], two, two],
  [large, two, two, ['four', 'wideOnPhones']],
  [large, two, two, two, two],
  [large, two, two, one, ['two', 'wideOnPhones'], one],
  [large, two, two, one, large, ['tall'], ['half', 'wideOnPhones']],
  [large, two, two, one, large, one, half, one],
]

export function mosaicTiles(count: number): Tile[] {
  const eight = groups[8] as Tile[]
  const whole = Array.from({ length: Math.floor(count / 8) }, () => eight)
  return [...whole.flat(), ...(groups[count % 8] as Tile[])]
}
