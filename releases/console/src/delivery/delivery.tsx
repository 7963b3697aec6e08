import type { Delivery as DeliveryShown, Figures } from '@marram/release-contract/calls/delivery'
import { deliveryCsv } from '@marram/releases/delivery-csv'
import { duration } from '@marram/releases/duration'
import { rehearsedText } from '@marram/releases/rehearsal-text'
import { useSearchParams } from 'react-router-dom'
import { Fields } from '../forms/fields'
import { choice } from '../forms/form'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { count, inOwnTime, percent } from '../page/words'
import { useLive, useOnce } from '../registry'

const EVERY_MS = 60_000
const periods = choice('months', 'Period', [
  ['3', '3 months'],
  ['12', 'A year'],
  ['36', '3 years'],
])

/** How often releases go live, how fast, how many are taken back, and how fast: by month and part, from the audit log. */
export function Delivery() {
  const [search, setSearch] = useSearchParams()
  const known = useOnce('listEnvironments', {}).data?.environments.map(({ environment }) => environment) ?? []
  const values = { environment: search.get('environment') ?? 'production', months: search.get('months') ?? '12' }
  const change = (name: string, value: string) => setSearch({ ...values, [name]: value }, { replace: true })
  const live = useLive('showDelivery', values, { every: EVERY_MS, keepPrevious: true })
  const environments = known.includes(values.environment) ? known : [values.environment, ...known]
  return (
    <Page title="Delivery" live={live}>
      {(shown) => (
        <>
          <div className="filters">
            <Fields
              fields={[choice('environment', 'Environment', environments), periods]}
              values={values}
              change={change}
            />
          </div>
          <FiguresTable shown={shown} />
          <LastRehearsal rehearsal={shown.rehearsal} environment={shown.environment} />
        </>
      )}
    </Page>
  )
}

function FiguresTable({ shown }: { shown: DeliveryShown }) {
  const { environment, figures } = shown
  if (figures.length === 0) return <p>Nothing was released in {environment} in these months.</p>
  return (
    <>
      <p className="hint">
        A release counts in the month of its first visitors (UTC). Taken back: rolled back, aborted, taken away because
        of failures, or killed. Times are medians; the last is from the first visitor, or from the kill, until visitors
        had something else.
      </p>
      <Table
        label="Releases by month and part"
        columns={[
          ['Month', ({ month, part }) => (part === null ? month : <span className="unseen">{month}</span>)],
          ['Part', ({ part }) => part ?? <strong>All parts</strong>],
          ['Released', ({ released }) => count(released)],
          ['To everybody', ({ live }) => count(live)],
          ['From publishing to everybody', ({ leadSeconds }) => timeOf(leadSeconds)],
          ['Taken back', ({ takenBack, released }) => `${count(takenBack)} (${percent((takenBack / released) * 100)})`],
          ['Taken back after', ({ recoverySeconds }) => timeOf(recoverySeconds)],
        ]}
        rows={figures}
        keyOf={({ month, part }: Figures) => `${month} ${part}`}
      />
      <p>
        <a
          className="button plain"
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(deliveryCsv(shown))}`}
          download={`delivery-${environment}.csv`}
        >
          Download as CSV
        </a>
      </p>
    </>
  )
}

/** When going back was rehearsed last, and what visitors saw. */
function LastRehearsal({ rehearsal, environment }: Pick<DeliveryShown, 'rehearsal' | 'environment'>) {
  const isBad = rehearsal.overdue || (rehearsal.last?.problems.length ?? 0) > 0
  return (
    <section aria-label="Rehearsal of a rollback">
      <h2>Rehearsal of a rollback</h2>
      {rehearsedText(rehearsal, environment).map((sentence) => (
        <p key={sentence} className={isBad ? 'bad' : undefined}>
          {inOwnTime(sentence)}
        </p>
      ))}
    </section>
  )
}

const timeOf = (seconds: number | null) => (seconds === null ? '–' : duration(seconds))
