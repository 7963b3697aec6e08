import { paths } from '@marram/api-contract/paths'
import { PageMeta } from '@marram/sdk/page-meta'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate, useNavigation } from '@marram/sdk/router'
import { LinkButton } from '@marram/ui/button'
import { EmptyState } from '@marram/ui/empty-state'
import { PageBanner } from '@marram/ui/page-banner'
import { Pager } from '@marram/ui/pager'
import { Wrap } from '@marram/ui/wrap'
import lake from '../art/quiz.svg'
import { findScores } from './find-scores'
import css from './results.module.css'
import { type Asked, askedBy, hrefOf, sizes } from './results-address'
import { ScoreTable } from './score-table'

const number = new Intl.NumberFormat('en-GB')

export async function loader({ request }: LoaderFunctionArgs) {
  const asked = askedBy(new URL(request.url))
  const found = await findScores(asked, request.signal)
  if (asked.page > found.pages) throw redirect(hrefOf({ ...asked, page: found.pages }))
  return { asked, found }
}

export function Component() {
  const { asked, found } = useLoaderData<typeof loader>()
  const { scores, total, pages } = found
  const first = (asked.page - 1) * asked.size + 1
  const busy = useNavigation().state === 'loading'
  return (
    <>
      <PageMeta title="Quiz results" description="Everybody who has taken a quiz, with name and score." noIndex />
      <PageBanner title="Quiz results" hour="night" art={lake} trail={[{ title: 'Olympiad', to: paths.olympiads() }]} />
      <Wrap className={css.page}>
        {total === 0 ? (
          <div className={css.empty}>
            <EmptyState>Nobody has taken a quiz yet. Whoever does stands here at once.</EmptyState>
            <LinkButton to={paths.olympiads()}>To the olympiads</LinkButton>
          </div>
        ) : (
          <div aria-busy={busy} className={busy ? css.busy : undefined}>
            <ScoreTable scores={scores} asked={asked} />
            <div className={css.foot}>
              <p role="status">
                {number.format(first)} to {number.format(first + scores.length - 1)} of {number.format(total)}
              </p>
              <RowsPerPage asked={asked} />
            </div>
            <Pager page={asked.page} pages={pages} hrefFor={(page) => hrefOf({ ...asked, page })} />
          </div>
        )}
      </Wrap>
    </>
  )
}

/** Chooses how many rows a page has. The list begins anew. */
function RowsPerPage({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const choose = (size: number) => void navigate(hrefOf({ ...asked, size, page: 1 }), { preventScrollReset: true })
  return (
    <label className={css.size}>
      Rows per page
      <select value={asked.size} onChange={({ target }) => choose(Number(target.value))}>
        {sizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}
