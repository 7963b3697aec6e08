import { unused } from '@marram/release-contract/calls/clean-up'
import { useSearchParams } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { FieldRow } from '../changes/field-row'
import { useLive } from '../live'
import { Page } from '../page/page'
import { useWhyNot } from '../session'
import { deletion, type Unused } from './deletion'
import { KeptTable, ReleasesTable, UploadsTable } from './tables'

const EVERY_MS = 10_000
const periods = [
  { value: '7', words: '7 days' },
  { value: '30', words: '30 days' },
  { value: '90', words: '90 days' },
  { value: '365', words: 'A year' },
]
const pauses = [
  { value: '3600', words: 'An hour' },
  { value: '86400', words: 'A day' },
  { value: '604800', words: 'A week' },
]

/** What may be thrown away, and what keeps the rest: the same as the command `clean-up` says and does. */
export function CleanUp() {
  const [asked, setAsked] = useSearchParams()
  const days = asked.get('days') ?? '30'
  const uploadSeconds = asked.get('uploadSeconds') ?? '86400'
  const path = `/releases/unused?${new URLSearchParams({ days, uploadSeconds })}`
  const live = useLive(path, unused, { every: EVERY_MS, keepPrevious: true })
  const row = (name: string, label: string, value: string, options: { value: string; words: string }[]) => (
    <FieldRow
      field={{ kind: 'choice', name, label, value, options }}
      value={value}
      change={(next) => setAsked({ days, uploadSeconds, [name]: next }, { replace: true })}
    />
  )
  return (
    <Page title="Clean-up" live={live}>
      {(shown) => (
        <>
          <div className="filters">
            {row('days', 'Releases that no page has named for', days, periods)}
            {row('uploadSeconds', 'Uploads that have stood still for', uploadSeconds, pauses)}
          </div>
          <Found shown={shown} />
        </>
      )}
    </Page>
  )
}

function Found({ shown }: { shown: Unused }) {
  const whyNot = useWhyNot()('clean-up', {})
  const { releases, uploads, kept } = shown
  const none = releases.length === 0 && uploads.length === 0
  return (
    <>
      <section aria-labelledby="unused">
        <h2 id="unused">May be deleted</h2>
        {whyNot && <p className="hint">{whyNot}</p>}
        {none && <p>Nothing: every release is kept, and no upload stands still.</p>}
        {releases.length > 0 && <ReleasesTable releases={releases} />}
        {uploads.length > 0 && <UploadsTable uploads={uploads} />}
        {!none && <ChangeButton label="Delete these" may={{ action: 'clean-up' }} wanted={() => deletion(shown)} />}
      </section>
      <section aria-labelledby="kept">
        <h2 id="kept">Kept</h2>
        {kept.length === 0 ? <p>Nothing is kept.</p> : <KeptTable kept={kept} />}
      </section>
    </>
  )
}
