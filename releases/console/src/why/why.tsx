import type { Known } from '@marram/release-contract/calls/evidence'
import { pathNames } from '@marram/release-contract/calls/names'
import { shortId } from '@marram/release-contract/composition-id'
import { choiceWords, digestWords, failedPart, previewWords, retiredWords } from '@marram/releases/why-text'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FieldRow } from '../forms/fields'
import { text } from '../forms/form'
import { Problem } from '../forms/sending'
import { Button, Loaded, Title } from '../page/page'
import { Table } from '../page/table'
import { count, Moment } from '../page/words'
import { useOnce } from '../registry'

const field = text('id', 'Composition or report', 33, {
  hint: 'From the header x-marram-composition, or from a failure panel.',
})

/** Why a visitor saw what they saw: by the id of a composition, or of a report that a failure panel shows. */
export function Why() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('id')
  const [typed, setTyped] = useState(id ?? '')
  const isId = pathNames.id.safeParse(id).success
  const live = useOnce('why', isId ? { id: id as string } : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSearch({ id: typed.trim() })
  }
  return (
    <main id="main">
      <Title>Why</Title>
      <h1>Why did somebody see this?</h1>
      <form onSubmit={submit} noValidate className="filters">
        <FieldRow field={field} value={typed} change={setTyped} />
        <Button type="submit" look="primary">
          Look
        </Button>
      </form>
      <Problem>{id !== null && !isId && 'An id has 4 to 12 small letters and digits.'}</Problem>
      {isId && (
        <Loaded live={live} what="what is known">
          {(found) => <Findings found={found} />}
        </Loaded>
      )}
    </main>
  )
}

function Findings({ found }: { found: Known }) {
  const { id, composition, versions, environments, report, retired, notUsed, digests, outcomes } = found
  const failed = report && failedPart(report, versions)
  return (
    <>
      <section aria-labelledby="composition">
        <h2 id="composition">{composition === null ? `Report ${id}` : `Composition ${shortId(composition)}`}</h2>
        <ul className="versions">
          {Object.entries(versions).map(([part, version]) => (
            <li key={part}>
              {part} {version}: digests {digestWords(digests, part, version)}
            </li>
          ))}
        </ul>
        {environments.map(({ environment, partial, firstAt, lastAt }) => (
          <p key={environment}>
            Live in {environment}
            {partial && ' for visitors of rollouts alone'}: first <Moment at={firstAt} />, last made live{' '}
            <Moment at={lastAt} />.
          </p>
        ))}
      </section>
      {report && (
        <section aria-labelledby="report">
          <h2 id="report">What the browser reported</h2>
          <p>
            <Moment at={report.at} /> in {report.environment}: {report.message} ({report.kind}
            {report.stage && ` while ${report.stage}`}
            {failed && `, ${failed}`})
          </p>
          {report.preview && <p>The visitor had a link to {previewWords(report)}.</p>}
          <ul className="versions">
            {Object.entries(report.choices).map(([part, choice]) => (
              <li key={part}>
                {part}:{' '}
                {choiceWords(choice, {
                  // An unknown page cannot differ.
                  version: composition === null ? choice.version : versions[part],
                  preview: report.preview,
                })}
              </li>
            ))}
          </ul>
        </section>
      )}
      {retired.map((each) => (
        <p key={`${each.environment} ${each.part}`}>{retiredWords(each)}</p>
      ))}
      {notUsed.map(({ environment, part, wanted, reason }) => (
        <p key={`${environment} ${part}`} className="bad">
          An edge of {environment} did not use {part} {wanted}: {reason}
        </p>
      ))}
      <Outcomes outcomes={outcomes} />
    </>
  )
}

/** How each part of a composition fared. */
function Outcomes({ outcomes }: Pick<Known, 'outcomes'>) {
  if (outcomes.length === 0) return <p>Nothing is reported yet about how its parts fared.</p>
  return (
    <Table
      label="How its parts fared"
      columns={[
        ['Part', ({ part, version }) => `${part} ${version}`],
        ['Environment', ({ environment }) => environment],
        ['What', ({ metric }) => metric],
        ['How often', (outcome) => count(outcome.count)],
      ]}
      rows={outcomes}
      keyOf={({ environment, part, version, metric }) => `${environment} ${part} ${version} ${metric}`}
    />
  )
}
