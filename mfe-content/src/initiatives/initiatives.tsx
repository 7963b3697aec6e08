import { type Initiative, listInitiatives } from '@marram/api-contract/initiatives'
import { paths } from '@marram/api-contract/paths'
import { get } from '@marram/sdk/api-client'
import { PageMeta } from '@marram/sdk/page-meta'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { ArrowIcon } from '@marram/ui/icons'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { Picture } from '@marram/ui/picture'
import { Ridge } from '@marram/ui/ridge'
import { TitleAndDeck } from '@marram/ui/title-and-deck'
import { Wrap } from '@marram/ui/wrap'
import windfarm from '../art/tech-initiatives.svg'
import { pageAsked, pageOf, pageTitle, toLastPage } from '../components/paging'
import css from './initiatives.module.css'

const PAGE_SIZE = 8
const EXCERPT = 150

const hrefFor = (page: number) => paths.techInitiatives({ page })

const row = ({ slug, title, first_image, short_description }: Initiative) => ({
  slug,
  title,
  image: first_image,
  excerpt: excerpt(short_description, EXCERPT),
})

export async function loader({ request }: LoaderFunctionArgs) {
  const all = await get(listInitiatives, { signal: request.signal })
  const paged = pageOf(all.map(row), { page: pageAsked(new URL(request.url)), size: PAGE_SIZE })
  toLastPage(paged, hrefFor)
  return paged
}

export function Component() {
  const { items, page, pages } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title={pageTitle(page, 'Tech Initiatives')}
        description="Instruments that we build ourselves, check against a person with a notebook, and give away as drawings."
        canonical={hrefFor(page)}
      />
      <PageBanner title="Tech Initiatives" hour="noon" art={windfarm} />
      <Wrap className={css.page}>
        {items.length === 0 && <EmptyState>What we build will appear here as soon as it works.</EmptyState>}
        <ul className={css.rows}>
          {items.map(({ slug, title, image, excerpt }, i) => (
            <li key={slug}>
              {/* The whole row follows the link in its title. */}
              <article className={css.row}>
                <div className={css.picture}>
                  <Picture
                    src={image}
                    width={1200}
                    height={780}
                    sizes="(min-width: 81.25em) 42.5em, (min-width: 47.5em) 58vw, 100vw"
                    eager={i === 0}
                  />
                  <Ridge seed={slug} />
                </div>
                <div>
                  <h2 className={css.title}>
                    <Link to={paths.techInitiative(slug)}>
                      <TitleAndDeck title={title} />
                    </Link>
                  </h2>
                  <p className={css.excerpt}>{excerpt}</p>
                  {/* The title is the link. */}
                  <div className={css.go} aria-hidden="true">
                    How it is built <ArrowIcon />
                  </div>
                </div>
              </article>
            </li>
          ))}
        </ul>
        <Pager page={page} pages={pages} hrefFor={hrefFor} />
      </Wrap>
    </>
  )
}
