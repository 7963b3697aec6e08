import type { GalleryItem } from '@marram/api-contract/blocks'
import { paths } from '@marram/api-contract/paths'
import { Mosaic } from '@marram/ui/mosaic'
import { Section } from '@marram/ui/section'
import { TextLink } from '@marram/ui/text-link'

export function Photos({ photos }: { photos: GalleryItem[] }) {
  return (
    <Section
      id="photos"
      title="Out in the field"
      ground="lilac"
      aside={<TextLink to={paths.gallery()}>Whole gallery</TextLink>}
    >
      <Mosaic items={photos} />
    </Section>
  )
}
