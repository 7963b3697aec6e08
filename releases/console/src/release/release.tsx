import type { ReleaseManifest } from '@marram/release-contract/release'
import { differenceOf, type Line } from '@marram/releases/difference'
import { Link, useParams } from 'react-router-dom'
import { ChangeButton } from '../changes/change-dialog'
import { promotion } from '../changes/part-changes'
import { Failure, Loaded, Page, Waiting } from '../page/page'
import { Table } from '../page/table'
import { bytes, some } from '../page/words'
import { LinkButton } from '../previews/link-dialog'
import type { Input } from '../registry'
import { useLive, useOnce } from '../registry'
import { shareForm } from '../rollout/share-form'
import type { EnvironmentShown } from '../shapes'

/** One release: the result of its gate here, and what it changes compared with what is live. */
export function Release() {
  const { environment = '', part = '', version = '' } = useParams()
  return (
    <Page title={`${part} ${version}`} live={useLive('showEnvironment', { environment })}>
      {(where) => <Shown where={where} part={part} version={version} />}
    </Page>
  )
}

type ShownProps = { where: EnvironmentShown; part: string; version: string }

function Shown({ where, part, version }: ShownProps) {
  const { environment } = where
  const live = where.parts[part]?.stable
  return (
    <>
      <p>
        {live === version ? `It is live in ${environment}.` : `In ${environment}: ${live ?? 'nothing'} is live.`}{' '}
        <Link to={`/environments/${environment}/parts/${part}`}>
          {part} in {environment}
        </Link>
      </p>
      <div className="buttons">
        {version !== live && <ChangeButton label={`Promote ${version}`} wanted={promotion(where, part, version)} />}
        {version !== live && live && (
          <ChangeButton label={`Roll out ${version}`} wanted={shareForm(where, part, version)} />
        )}
        <LinkButton label="Make a link" environment={environment} shows={{ part, version }} />
      </div>
      <GateReport environment={environment} part={part} version={version} />
      <section aria-labelledby="difference">
        <h2 id="difference">Difference to live</h2>
        <Difference part={part} version={version} live={live} />
      </section>
    </>
  )
}

const outcomes = { passed: 'Passed', warned: 'Passed, with a note', failed: 'Failed' }
const order = { failed: 0, warned: 1, passed: 2 }
const EVERY_MS = 10_000

/** All checks of the gate, failed ones first. */
function GateReport(of: Input<'showGate'>) {
  return (
    <section aria-labelledby="gate">
      <h2 id="gate">Gate</h2>
      <Loaded live={useLive('showGate', of, { every: EVERY_MS })} what="what the gate says">
        {({ passed, checks }) => (
          <>
            <p className={passed ? 'gate passed' : 'gate failed'}>
              It {passed ? 'may' : 'may not'} go live in {of.environment}.
            </p>
            <Table
              label="What the gate looked at"
              columns={['What', 'Outcome', 'In words', 'Beside']}
              rows={checks
                .toSorted((a, b) => order[a.outcome] - order[b.outcome])
                .map(({ name, outcome, message, beside }) => ({
                  key: `${name} ${beside} ${message}`,
                  head: name,
                  cells: [
                    <span key="outcome" className={outcome}>
                      {outcomes[outcome]}
                    </span>,
                    message,
                    beside?.replace('@', ' '),
                  ],
                }))}
            />
          </>
        )}
      </Loaded>
    </section>
  )
}

type DifferenceProps = { part: string; version: string; live: string | undefined }

function Difference({ part, version, live }: DifferenceProps) {
  const own = useOnce('showManifest', { part, version })
  const other = useOnce('showManifest', live === undefined ? null : { part, version: live })
  const error = own.error ?? other.error
  if (error) return <Failure error={error} />
  if (live === version) return <p>It is what is live.</p>
  if (live === undefined) return <p>Nothing of {part} is live here: everything is new.</p>
  if (!own.data || !other.data) return <Waiting what="the release" />
  return <DifferenceTables before={other.data} after={own.data} />
}

/** Files, sizes, patterns and shared modules that differ between two releases. */
function DifferenceTables({ before, after }: { before: ReleaseManifest; after: ReleaseManifest }) {
  const { files, sizes, patterns, modules } = differenceOf(before, after)
  const versions = [before.version, after.version]
  return (
    <>
      <Lines title="Sizes" lines={sizes} versions={versions} />
      <Lines title="Addresses" lines={patterns} versions={versions} />
      <Lines title="Shared modules" lines={modules} versions={versions} />
      <details open={files.length <= 20}>
        <summary>{some(files.length, 'file')} changed</summary>
        <Lines title="Files" lines={files} versions={versions} />
      </details>
    </>
  )
}

type LinesProps = { title: string; lines: Line<number | string>[]; versions: string[] }

function Lines({ title, lines, versions }: LinesProps) {
  if (lines.length === 0) return <p>{title}: no difference.</p>
  return (
    <Table
      label={title}
      className="lines"
      caption={title}
      columns={['Name', ...versions, 'Change']}
      rows={lines.map(({ name, before, after }) => ({
        key: name,
        head: name,
        cells: [shown(before), shown(after), changeOf(before, after)],
      }))}
    />
  )
}

type Value = number | string | null

/** Numbers are sizes in bytes. */
const shown = (value: Value) => (typeof value === 'number' ? bytes(value) : (value ?? '–'))

function changeOf(before: Value, after: Value): string {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  if (typeof before !== 'number' || typeof after !== 'number') return 'changed'
  const more = after - before
  return more === 0 ? 'same size' : `${more > 0 ? '+' : '−'}${bytes(Math.abs(more))}`
}
