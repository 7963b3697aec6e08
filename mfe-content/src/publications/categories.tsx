import { paths } from '@marram/api-contract/paths'
import type { PublicationCategory } from '@marram/api-contract/publications'
import { FailedBlock } from '@marram/ui/failed-block'
import { SideList } from '@marram/ui/side-list'

type Props = {
  /** Undefined where the call for them failed. */
  categories: PublicationCategory[] | undefined
  /** Words that are being searched for: they stay when a category is chosen. */
  q: string
  current: string
}

export function Categories({ categories, q, current }: Props) {
  if (!categories) return <FailedBlock title="The categories could not be loaded." />
  if (categories.length === 0) return null
  return (
    <SideList
      title="Categories"
      entries={[
        { key: '', to: paths.publications({ q }), title: 'All', current: current === '' },
        ...categories.map(({ slug, title, items_count: count }) => ({
          key: slug,
          to: paths.publications({ q, category: slug }),
          title,
          count,
          current: slug === current,
        })),
      ]}
    />
  )
}
