import { MOST_AT_ONCE, type Unused } from '@marram/release-contract/calls/clean-up'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-button'
import { FieldRow } from '../forms/field-row'
import type { Option } from '../forms/form'
import { useLive } from '../live'
import { Moment } from '../page/moment'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { bytes, count, some } from '../page/words'
import { useWhyNot } from '../session'

const EVERY_MS = 10_000
const periods: Option[] = [
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['365', 'A year'],
]
const pauses: Option[] = [
  ['3600', 'An hour'],
  ['86400', 'A day'],
  ['604800', 'A week'],
]

/** What may be thrown away, and what keeps the rest: the same as the command `clean-up` says and does. */
export function CleanUp() {
  const [search, setSearch] = useSearchParams()
  const days = search.get('days') ?? '30'
  const uploadSeconds = search.get('uploadSeconds') ?? '86400'
  const live = useLive('listUnused', { days, uploadSeconds }, { every: EVERY_MS, keepPrevious: true })
  const row = (name: string, label: string, value: string, options: readonly Option[]) => (
    <FieldRow
      field={{ kind: 'choice', name, label, value, options }}
      value={value}
      change={(next) => setSearch({ days, uploadSeconds, [name]: next }, { replace: true })}
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

const ReleasesTable = ({ releases }: Pick<Unused, 'releases'>) => (
  <Sized title="Releases" noun="release" rows={releases} columns={['Last use', 'Files', 'Size']}>
    {({ lastUse, files }) => [<Moment key="use" at={lastUse} />, count(files)]}
  </Sized>
)

const UploadsTable = ({ uploads }: Pick<Unused, 'uploads'>) => (
  <Sized title="Abandoned uploads" noun="upload" rows={uploads} columns={['By', 'Stands still since', 'Files', 'Size']}>
    {({ by, lastAt, files, ofFiles }) => [by, <Moment key="at" at={lastAt} />, `${count(files)} of ${count(ofFiles)}`]}
  </Sized>
)

const KeptTable = ({ kept }: Pick<Unused, 'kept'>) => (
  <Sized title="Kept releases" noun="release" rows={kept} columns={['Why', 'Until', 'Size']}>
    {({ why, keptUntil }) => [
      why.map(({ message }) => message).join(' '),
      keptUntil === null ? 'While it is in use' : <Moment key="until" at={keptUntil} />,
    ]}
  </Sized>
)

type Row = { part: string; version: string; bytes: number }
type SizedProps<Each extends Row> = {
  title: string
  noun: string
  rows: Each[]
  columns: string[]
  /** The cells between name and size. */
  children: (row: Each) => ReactNode[]
}

/** A row for each release or upload, and how much all of them take. */
const Sized = <Each extends Row>({ title, noun, rows, columns, children }: SizedProps<Each>) => (
  <Table
    label={title}
    caption={`${title}: ${some(rows.length, noun)}, ${bytes(sizeOf(rows))}`}
    columns={['Part', ...columns]}
    rows={rows.map((row) => {
      const name = `${row.part} ${row.version}`
      return { key: name, head: name, cells: [...children(row), bytes(row.bytes)] }
    })}
  />
)

type Amount = { bytes: number }

const sizeOf = (all: Amount[]): number => all.reduce((sum, one) => sum + one.bytes, 0)

/** Deletes exactly what is shown; where one of it has come into use meanwhile, nothing. */
export function deletion({ days, uploadSeconds, ...shown }: Unused): Change {
  const releases = shown.releases.slice(0, MOST_AT_ONCE)
  const uploads = shown.uploads.slice(0, MOST_AT_ONCE)
  const amounts = [
    ...(releases.length > 0 ? [some(releases.length, 'release')] : []),
    ...(uploads.length > 0 ? [some(uploads.length, 'upload')] : []),
  ].join(' and ')
  const size = bytes(sizeOf([...releases, ...uploads]))
  return {
    call: 'cleanUp',
    verb: `Delete ${amounts}`,
    doing: 'Deleting',
    title: `Delete ${amounts}, ${size}`,
    effects: [
      "No visitor's page changes (0 %): no page names any of this.",
      ...releases.map(
        (each) => `${each.part} ${each.version} goes, ${some(each.files, 'file')}, ${bytes(each.bytes)}.`,
      ),
      ...uploads.map(
        (each) =>
          `The upload of ${each.part} ${each.version} goes, ${each.files} of ${some(each.ofFiles, 'file')}, ${bytes(each.bytes)}.`,
      ),
      ...(releases.length > 0
        ? ['No environment can go back to these releases, unless the same bytes are published again.']
        : []),
    ],
    input: { days, releases: releases.map(nameOf), uploadSeconds, uploads: uploads.map(nameOf) },
    danger: true,
    done: `Deleted: ${amounts}, ${size}.`,
  }
}

const nameOf = ({ part, version }: { part: string; version: string }) => ({ part, version })
