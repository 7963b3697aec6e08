import type { Initiative } from '@marram/contracts/initiatives'
import { PageMeta } from '@marram/host/page-meta'
import { type LoaderFunctionArgs, useLoaderData } from '@marram/host/router'
import { EmptyState } from '@marram/ui/empty-state'
import { excerpt } from '@marram/ui/excerpt'
import { PageBanner } from '@marram/ui/page-banner'
import { Wrap } from '@marram/ui/wrap'
import { listInitiatives } from '../api'
import windfarm from '../art/tech-initiatives.svg'
import { InitiativeRow } from './initiative-row'
import css from './initiatives.module.css'

const EXCERPT = 150

/** What a row shows. */
const row = ({ slug, title, first_image, short_description }: Initiative) => ({
  slug,
  title,
  image: first_image,
  excerpt: excerpt(short_description, EXCERPT),
})

export async function loader({ request }: LoaderFunctionArgs) {
  return { rows: (await listInitiatives(request.signal)).map(row) }
}

export function Component() {
  const { rows } = useLoaderData<typeof loader>()
  return (
    <>
      <PageMeta
        title="Tech Initiatives"
        description="Instruments that we build ourselves, check against a person with a notebook, and give away as drawings."
      />
      <PageBanner title="Tech Initiatives" hour="noon" art={windfarm} />
      <Wrap className={css.page}>
        {rows.length === 0 && <EmptyState>What we build will stand here as soon as it works.</EmptyState>}
        <ul className={css.rows}>
          {rows.map(({ slug, ...initiative }, i) => (
            <li key={slug}>
              <InitiativeRow slug={slug} {...initiative} first={i === 0} />
            </li>
          ))}
        </ul>
      </Wrap>
    </>
  )
}
