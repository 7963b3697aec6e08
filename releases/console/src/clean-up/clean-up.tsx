import { MOST_AT_ONCE, type Unused } from '@marram/release-contract/calls/clean-up'
import { useSearchParams } from 'react-router-dom'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { Fields } from '../forms/fields'
import { choice } from '../forms/form'
import { Page } from '../page/page'
import { type Column, Table } from '../page/table'
import { bytes, count, Moment, some } from '../page/words'
import { useLive } from '../registry'
import { useWhyNot } from '../session'

const EVERY_MS = 10_000
const fields = [
  choice('days', 'Releases that no page has named for', [
    ['7', '7 days'],
    ['30', '30 days'],
    ['90', '90 days'],
    ['365', 'A year'],
  ]),
  choice('uploadSeconds', 'Uploads that have stood still for', [
    ['3600', 'An hour'],
    ['86400', 'A day'],
    ['604800', 'A week'],
  ]),
]

/** What may be deleted, and why the rest is kept: the same as the command `clean-up`. */
export function CleanUp() {
  const [search, setSearch] = useSearchParams()
  const values = { days: search.get('days') ?? '30', uploadSeconds: search.get('uploadSeconds') ?? '86400' }
  const change = (name: string, value: string) => setSearch({ ...values, [name]: value }, { replace: true })
  return (
    <Page title="Clean-up" live={useLive('listUnused', values, { every: EVERY_MS, keepPrevious: true })}>
      {(shown) => (
        <>
          <div className="filters">
            <Fields fields={fields} values={values} change={change} />
          </div>
          <Findings shown={shown} />
        </>
      )}
    </Page>
  )
}

function Findings({ shown }: { shown: Unused }) {
  const whyNot = useWhyNot('clean-up', {})
  const { releases, uploads, kept } = shown
  const none = releases.length === 0 && uploads.length === 0
  return (
    <>
      <section aria-labelledby="unused">
        <h2 id="unused">May be deleted</h2>
        {whyNot && <p className="hint">{whyNot}</p>}
        {none && <p>Nothing: every release is kept, and no upload stands still.</p>}
        {releases.length > 0 && (
          <SizeTable
            title="Releases"
            noun="release"
            rows={releases}
            columns={[
              ['Last use', ({ lastUse }) => <Moment at={lastUse} />],
              ['Files', ({ files }) => count(files)],
            ]}
          />
        )}
        {uploads.length > 0 && (
          <SizeTable
            title="Abandoned uploads"
            noun="upload"
            rows={uploads}
            columns={[
              ['By', ({ by }) => by],
              ['Stands still since', ({ lastAt }) => <Moment at={lastAt} />],
              ['Files', ({ files, ofFiles }) => `${count(files)} of ${count(ofFiles)}`],
            ]}
          />
        )}
        {!none && <ChangeButton label="Delete these" wanted={deletion(shown)} />}
      </section>
      <section aria-labelledby="kept">
        <h2 id="kept">Kept</h2>
        {kept.length === 0 ? (
          <p>Nothing is kept.</p>
        ) : (
          <SizeTable
            title="Kept releases"
            noun="release"
            rows={kept}
            columns={[
              ['Why', ({ why }) => why.map(({ message }) => message).join(' ')],
              ['Until', ({ keptUntil }) => (keptUntil ? <Moment at={keptUntil} /> : 'While it is in use')],
            ]}
          />
        )}
      </section>
    </>
  )
}

type Row = { part: string; version: string; bytes: number }
/** The columns between name and size are given. */
type SizeTableProps<Each extends Row> = { title: string; noun: string; rows: Each[]; columns: Column<Each>[] }

/** A row for each release or upload, and the size of all of them. */
const SizeTable = <Each extends Row>({ title, noun, rows, columns }: SizeTableProps<Each>) => (
  <Table
    label={title}
    caption={`${title}: ${some(rows.length, noun)}, ${sizeOf(rows)}`}
    columns={[['Part', wholeName], ...columns, ['Size', (row) => bytes(row.bytes)]]}
    rows={rows}
    keyOf={wholeName}
  />
)

const wholeName = ({ part, version }: Row) => `${part} ${version}`

const sizeOf = (rows: Row[]) => bytes(rows.reduce((sum, row) => sum + row.bytes, 0))
const nameOf = ({ part, version }: Row) => ({ part, version })

/** Deletes exactly what is shown; the registry deletes nothing if one of it has come into use since then. */
export function deletion({ days, uploadSeconds, ...shown }: Unused): Change {
  const releases = shown.releases.slice(0, MOST_AT_ONCE)
  const uploads = shown.uploads.slice(0, MOST_AT_ONCE)
  const amounts = [
    releases.length && some(releases.length, 'release'),
    uploads.length && some(uploads.length, 'upload'),
  ]
    .filter(Boolean)
    .join(' and ')
  const what = `${amounts}, ${sizeOf([...releases, ...uploads])}`
  return {
    call: 'cleanUp',
    verb: `Delete ${amounts}`,
    title: `Delete ${what}`,
    effects: [
      "No visitor's page changes (0 %): no page names any of this.",
      ...releases.map((each) => `${wholeName(each)} goes, ${some(each.files, 'file')}, ${bytes(each.bytes)}.`),
      ...uploads.map(
        (each) =>
          `The upload of ${wholeName(each)} goes, ${each.files} of ${some(each.ofFiles, 'file')}, ${bytes(each.bytes)}.`,
      ),
      ...(releases.length > 0
        ? ['No environment can go back to these releases, unless the same bytes are published again.']
        : []),
    ],
    input: { days, releases: releases.map(nameOf), uploadSeconds, uploads: uploads.map(nameOf) },
    danger: true,
    done: `Deleted: ${what}.`,
  }
}
