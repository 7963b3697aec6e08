import type { Category } from '@marram/api-contract/content-fields'
import { paths } from '@marram/api-contract/paths'
import { FailedBlock } from '@marram/ui/failed-block'
import { SideList } from '@marram/ui/side-list'

type Props = {
  /** Undefined where the call for them failed. */
  categories: Category[] | undefined
  current: string
}

export function NewsCategories({ categories, current }: Props) {
  if (!categories) return <FailedBlock title="The categories could not be loaded." />
  return (
    <SideList
      title="Categories"
      entries={[
        { key: '', to: paths.newsList(), title: 'All', current: current === '' },
        ...categories.map(({ slug, title }) => ({
          key: slug,
          to: paths.newsList({ category: slug }),
          title,
          current: slug === current,
        })),
      ]}
    />
  )
}
