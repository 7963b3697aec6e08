import { galleryTile, listGallery } from '@marram/api-contract/blocks'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { Mosaic } from '@marram/ui/mosaic'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { Wrap } from '@marram/ui/wrap'
import icebergs from '../art/gallery.svg'
import { pageAsked, pageOf, pageTitle, toLastPage } from '../components/paging'
import css from './gallery.module.css'

/** Three groups of eight fill the mosaic without a remainder. */
const SIZE = 24

const hrefFor = (page: number) => paths.gallery({ page })

export async function loader({ request }: LoaderFunctionArgs) {
  const all = await get(listGallery, { signal: request.signal })
  const paged = pageOf(all.map(galleryTile), { page: pageAsked(new URL(request.url)), size: SIZE })
  toLastPage(paged, hrefFor)
  return paged
}

export function Component() {
  const { items, page, pages, total } = useLoaderData<typeof loader>()
  return (
    <div className={css.ground}>
      <PageMeta
        title={pageTitle(page, 'Gallery')}
        description="Pictures and short films from our surveys, events and classrooms."
        canonical={hrefFor(page)}
      />
      <PageBanner title="Gallery" hour="rose" art={icebergs} />
      <Wrap className={css.body}>
        {total === 0 ? (
          <EmptyState>Pictures from our days out will appear here.</EmptyState>
        ) : (
          <>
            <p className={css.lead}>Pages from the field book, by whoever had a hand free.</p>
            <Mosaic key={page} items={items} />
          </>
        )}
        <Pager page={page} pages={pages} hrefFor={hrefFor} />
      </Wrap>
    </div>
  )
}
