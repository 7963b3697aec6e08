import type { Category } from '@marram/api-contract/content-fields'
import { FailedBlock } from '@marram/ui/failed-block'
import { SideList } from './side-list'

type Props = {
  /** Undefined where the call for them failed. */
  categories: (Category & { items_count?: number })[] | undefined
  /** Slug of the chosen one, empty for all. */
  current: string
  hrefFor: (category: string) => string
  /** Whether it says how many items each has. */
  counted?: boolean
}

export function CategoryList({ categories, current, hrefFor, counted }: Props) {
  if (!categories) return <FailedBlock title="The categories could not be loaded." />
  const all: typeof categories = [{ slug: '', title: 'All' }, ...categories]
  const entries = all.map(({ slug, title, items_count }) => ({
    key: slug,
    to: hrefFor(slug),
    title,
    count: counted ? items_count : undefined,
    current: slug === current,
  }))
  return <SideList title="Categories" entries={entries} />
}

/** Title of the chosen category, by the list of them or else by its items; empty where none is chosen. */
export const categoryTitle = (
  slug: string,
  categories: Category[] | undefined,
  items: { category?: string | undefined }[],
): string =>
  slug && (categories?.find((category) => category.slug === slug)?.title ?? items[0]?.category ?? 'Unknown category')
