import type { Action } from '@marram/release-contract/permissions'
import type { ReleaseManifest } from '@marram/release-contract/release'
import { differenceOf, type Line } from '@marram/releases/difference'
import { Link, useParams } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { promotion } from '../changes/part-changes'
import { useLive, useOnce } from '../live'
import { Failure, Loaded, Page, Waiting } from '../page/page'
import { Table } from '../page/table'
import { bytes, some } from '../page/words'
import { LinkButton } from '../previews/link-dialog'
import type { Input } from '../registry'
import { shareForm } from '../rollout/share-form'
import type { EnvironmentShown } from '../shapes'

/** One release: what the gate says of it here, and what it changes of what is live. */
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
  const state = where.parts[part]
  const live = state?.stable
  const may = (action: Action) => ({ environment, part, action })
  const own = useOnce('showManifest', { part, version })
  const other = useOnce('showManifest', live === undefined ? null : { part, version: live })
  const error = own.error ?? other.error
  return (
    <>
      <p>
        {live === version ? `It is live in ${environment}.` : `In ${environment}: ${live ?? 'nothing'} is live.`}{' '}
        <Link to={`/environments/${environment}/parts/${part}`}>
          {part} in {environment}
        </Link>
      </p>
      <div className="buttons">
        {version !== live && (
          <ChangeButton
            label={`Promote ${version}`}
            may={may('promote')}
            wanted={() => promotion(where, part, version)}
          />
        )}
        {version !== live && state && (
          <ChangeButton
            label={`Roll out ${version}`}
            may={may('canary')}
            wanted={() => shareForm(where, part, version)}
          />
        )}
        <LinkButton label="Make a link" environment={environment} shows={{ part, version }} />
      </div>
      <GateReport environment={environment} part={part} version={version} />
      <section aria-labelledby="difference">
        <h2 id="difference">Difference to live</h2>
        {error && <Failure error={error} />}
        {!error && live !== version && !(own.data && (other.data || live === undefined)) && (
          <Waiting what="the release" />
        )}
        {live === undefined && <p>Nothing of {part} is live here: everything is new.</p>}
        {live === version && <p>It is what is live.</p>}
        {own.data && other.data && live !== version && <DifferenceTables before={other.data} after={own.data} />}
      </section>
    </>
  )
}

const outcomes = { passed: 'Passed', warned: 'Passed, with a note', failed: 'Failed' }
const order = { failed: 0, warned: 1, passed: 2 }
const EVERY_MS = 10_000

/** Everything that was looked at before the release may go live, what is against it first. */
function GateReport(of: Input<'showGate'>) {
  const live = useLive('showGate', of, { every: EVERY_MS })
  return (
    <section aria-labelledby="gate">
      <h2 id="gate">Gate</h2>
      <Loaded live={live} what="what the gate says">
        {({ passed, checks }) => (
          <>
            <p className={passed ? 'gate passed' : 'gate failed'}>
              {passed ? `It may go live in ${of.environment}.` : `It may not go live in ${of.environment}.`}
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

/** Files, sizes, patterns and shared modules of a release beside what is live. */
function DifferenceTables({ before, after }: { before: ReleaseManifest; after: ReleaseManifest }) {
  const { files, sizes, patterns, modules } = differenceOf(before, after)
  const versions = { before: before.version, after: after.version }
  return (
    <>
      <Lines title="Sizes" lines={sizes} versions={versions} shown={bytes} change={grown} />
      <Lines title="Addresses" lines={patterns} versions={versions} shown={String} />
      <Lines title="Shared modules" lines={modules} versions={versions} shown={String} />
      <details open={files.length <= 20}>
        <summary>{some(files.length, 'file')} changed</summary>
        <Lines title="Files" lines={files} versions={versions} shown={bytes} change={grown} />
      </details>
    </>
  )
}

const grown = ({ before, after }: Line<number>): string => {
  if (before === null) return 'new'
  if (after === null) return 'gone'
  const more = after - before
  return more === 0 ? 'same size' : `${more > 0 ? '+' : '−'}${bytes(Math.abs(more))}`
}

const replaced = ({ before, after }: Line<unknown>): string =>
  before === null ? 'new' : after === null ? 'gone' : 'changed'

type LinesProps<Value> = {
  title: string
  lines: Line<Value>[]
  versions: { before: string; after: string }
  shown: (value: Value) => string
  change?: (line: Line<Value>) => string
}

function Lines<Value>({ title, lines, versions, shown, change = replaced }: LinesProps<Value>) {
  if (lines.length === 0) return <p>{title}: no difference.</p>
  return (
    <Table
      label={title}
      className="lines"
      caption={title}
      columns={['Name', versions.before, versions.after, 'Change']}
      rows={lines.map((line) => ({
        key: line.name,
        head: line.name,
        cells: [...[line.before, line.after].map((value) => (value === null ? '–' : shown(value))), change(line)],
      }))}
    />
  )
}
