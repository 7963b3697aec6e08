import type { Difference as DifferenceShown, GateReport as GateShown } from '@marram/release-contract/calls/releases'
import { changeOf } from '@marram/releases/difference'
import { Link, useParams } from 'react-router-dom'
import { Loaded, Page } from '../page/page'
import { Table } from '../page/table'
import { bytes, some } from '../page/words'
import { LinkButton } from '../previews/link-dialog'
import { type Input, useLive } from '../registry'
import { VersionButtons } from '../rollout/version-buttons'
import type { EnvironmentShown } from '../shapes'
import { Pictures } from './pictures'

/** One release: the result of its gate here, and what it changes compared with what is live. */
export function Release() {
  const { environment = '', part = '', version = '' } = useParams()
  return (
    <Page title={`${part} ${version}`} live={useLive('showEnvironment', { environment })}>
      {(where) => <ReleaseDetails where={where} part={part} version={version} />}
    </Page>
  )
}

type DetailsProps = { where: EnvironmentShown; part: string; version: string }

function ReleaseDetails({ where, part, version }: DetailsProps) {
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
        <VersionButtons where={where} part={part} version={version} />
        <LinkButton label="Make a link" environment={environment} shows={{ part, version }} />
      </div>
      <GateReport environment={environment} part={part} version={version} />
      <section aria-labelledby="difference">
        <h2 id="difference">Difference to live</h2>
        {live === version && <p>It is what is live.</p>}
        {live === undefined && <p>Nothing of {part} is live here: everything is new.</p>}
        {live !== undefined && live !== version && (
          <Difference environment={environment} part={part} version={version} />
        )}
      </section>
    </>
  )
}

const outcomes = { passed: 'Passed', warned: 'Passed, with a note', failed: 'Failed' }
const outcomeOf = (outcome: keyof typeof outcomes | null) =>
  outcome === null ? 'Not tried' : <span className={outcome}>{outcomes[outcome]}</span>
const order = { failed: 0, warned: 1, passed: 2 }
const EVERY_MS = 10_000

/** All checks of the gate, failed ones first, and pictures of its pages. */
function GateReport(of: Input<'showGate'>) {
  const live = useLive('showGate', of, { every: EVERY_MS })
  return (
    <>
      <section aria-labelledby="gate">
        <h2 id="gate">Gate</h2>
        <Loaded live={live} what="what the gate says">
          {({ passed, checks, pairs }) => (
            <>
              <p className={passed ? 'gate passed' : 'gate failed'}>
                It {passed ? 'may' : 'may not'} go live in {of.environment}.
              </p>
              <Table
                label="What the gate looked at"
                columns={[
                  ['What', ({ name }) => name],
                  ['Outcome', ({ outcome }) => outcomeOf(outcome)],
                  ['In words', ({ message }) => message],
                  ['Beside', ({ beside }) => beside?.replace('@', ' ')],
                ]}
                rows={checks.toSorted((a, b) => order[a.outcome] - order[b.outcome])}
                keyOf={({ name, beside, message }) => `${name} ${beside} ${message}`}
              />
              {pairs.length > 0 && <Pairs pairs={pairs} />}
            </>
          )}
        </Loaded>
      </section>
      {live.data?.pictures && <Pictures {...live.data} pictures={live.data.pictures} />}
    </>
  )
}

const Pairs = ({ pairs }: Pick<GateShown, 'pairs'>) => (
  <Table
    label="Sections beside shells"
    caption="Sections beside shells"
    className="pairs"
    columns={[
      ['Section', ({ section, version }) => `${section} ${version}`],
      ['Shell', ({ shell }) => shell],
      ['Why', ({ why }) => why],
      ['On the server', ({ server }) => outcomeOf(server)],
      ['In a browser', ({ browser }) => outcomeOf(browser)],
      ['What is wrong', ({ message }) => message],
    ]}
    rows={pairs}
    keyOf={({ section, version, shell }) => `${section} ${version} ${shell}`}
  />
)

/** Files, sizes, patterns, shared modules and packages that differ from what is live. */
export const Difference = (release: Input<'showDifference'>) => (
  <Loaded live={useLive('showDifference', release, { every: EVERY_MS })} what="the release">
    {({ files, sizes, patterns, modules, packages, ...versions }) => (
      <>
        <Lines title="Sizes" lines={sizes} {...versions} />
        <Lines title="Addresses" lines={patterns} {...versions} />
        <Lines title="Shared modules" lines={modules} {...versions} />
        {packages && <Lines title="Packages" lines={packages} {...versions} />}
        <details open={files.length <= 20}>
          <summary>{some(files.length, 'file')} changed</summary>
          <Lines title="Files" lines={files} {...versions} />
        </details>
      </>
    )}
  </Loaded>
)

type Line = DifferenceShown['sizes' | 'patterns'][number]
type LinesProps = Pick<DifferenceShown, 'part' | 'live' | 'version'> & { title: string; lines: Line[] }

function Lines({ title, lines, part, live, version }: LinesProps) {
  if (lines.length === 0) return <p>{title}: no difference.</p>
  return (
    <Table
      label={`${title} of ${part} ${version}`}
      caption={title}
      columns={[
        ['Name', ({ name }) => name],
        [live, ({ before }) => shown(before)],
        [version, ({ after }) => shown(after)],
        ['Change', (line) => changeOf(line, bytes)],
      ]}
      rows={lines}
      keyOf={({ name }) => name}
    />
  )
}

/** Numbers are sizes in bytes. */
const shown = (value: Line['before']) => (typeof value === 'number' ? bytes(value) : (value ?? '–'))
