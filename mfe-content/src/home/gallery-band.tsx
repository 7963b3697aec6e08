import { paths } from '@marram/api-contract/paths'
import { EmptyState } from '@marram/ui/empty-state'
import { FailedBlock } from '@marram/ui/failed-block'
import { Mosaic } from '@marram/ui/mosaic'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'
import type { GalleryTile } from '../components/gallery-tile'
import css from './gallery-band.module.css'

/** The first items of the gallery. `items` is undefined where the call failed. */
export function GalleryBand({ items }: { items: GalleryTile[] | undefined }) {
  return (
    <Section
      id="gallery"
      title="From the field book"
      aside={<TextLink to={paths.gallery()}>Whole gallery</TextLink>}
      ground="lilac"
      className={css.section}
    >
      {!items && <FailedBlock title="The gallery could not be loaded." />}
      {items?.length === 0 && <EmptyState>Pictures from our days out will hang here.</EmptyState>}
      {items && <Mosaic items={items} />}
    </Section>
  )
}
