import type { Category } from '@marram/api-contract/content-fields'
import { Link } from '@marram/sdk/router'
import { FailedBlock } from '@marram/ui/failed-block'
import { useId } from 'react'
import css from './side-list.module.css'

/** `count`: how many there are behind the link. `current`: this is what the page shows. */
type Entry = { key: string; to: string; title: string; count?: number | undefined; current?: boolean }

/** Choices beside a list: a ruled column, figures at its end; pills where there is no room for a column. */
export function SideList({ title, entries }: { title: string; entries: Entry[] }) {
  const id = useId()
  return (
    <nav aria-labelledby={id}>
      <h2 className={css.title} id={id}>
        {title}
      </h2>
      <ul className={css.list}>
        {entries.map(({ key, to, title, count, current }) => (
          <li key={key}>
            <Link className={css.entry} to={to} aria-current={current ? 'true' : undefined}>
              {title}
              {count !== undefined && <span className={css.count}>{count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type CategoryProps = {
  /** Undefined if the call for them failed. */
  categories: (Category & { items_count?: number })[] | undefined
  /** Slug of the chosen one, empty for all. */
  current: string
  hrefFor: (category: string) => string
  /** Whether it shows how many items each has. */
  counted?: boolean
}

export function CategoryList({ categories, current, hrefFor, counted }: CategoryProps) {
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

/** Title of the chosen category, by the list of them or else by its items; empty if none is chosen. */
export const categoryTitle = (
  slug: string,
  categories: Category[] | undefined,
  items: { category?: string | undefined }[],
): string =>
  slug && (categories?.find((category) => category.slug === slug)?.title ?? items[0]?.category ?? 'Unknown category')
