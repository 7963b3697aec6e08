import type { Approvals as ApprovalsShown } from '@marram/release-contract/calls/trust'
import { bytesOfApproval } from '@marram/release-contract/trust'
import { Link, useParams } from 'react-router-dom'
import useSWR from 'swr'
import type { Change } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { Problem, useSending } from '../forms/sending'
import { Button, Loaded, Page } from '../page/page'
import { Moment, some } from '../page/words'
import { useLive } from '../registry'
import { Difference } from '../release/release'
import { useSession } from '../session'
import { type BrowserKey, findKey, makeKey } from './browser-key'

const EVERY_MS = 10_000

/** What waits for an approval in an environment, each with what it would change, and the key that signs it. */
export function Approvals() {
  const { environment = '' } = useParams()
  const { caller } = useSession()
  const own = useSWR(['browser-key', caller.name], () => findKey(caller.name).then((key) => key ?? null))
  const live = useLive('listApprovals', { environment }, { every: EVERY_MS })
  return (
    <Page title={`Approvals in ${environment}`} live={live}>
      {(shown) => (
        <>
          <p>{neededWords(shown)}</p>
          {shown.needed > 0 && (
            <>
              <Loaded live={own} what="the key of this browser">
                {(key) => <OwnKey own={key} managers={shown.managers} made={(made) => own.mutate(made)} />}
              </Loaded>
              {shown.waiting.length === 0 && <p>Nothing waits for approval.</p>}
              {shown.waiting.map((each) => (
                <Waiting key={`${each.part} ${each.digest}`} {...each} shown={shown} own={own.data ?? null} />
              ))}
            </>
          )}
        </>
      )}
    </Page>
  )
}

const neededWords = ({ environment, needed }: ApprovalsShown) =>
  needed === 0
    ? `What goes live in ${environment} needs no approvals. A trust.json with "approvals" changes that: npm run release -- trust update --approvals ${environment}=1`
    : `What goes live in ${environment} needs ${some(needed, 'approval')} by people other than its publisher. Going back needs none.`

type OwnKeyProps = {
  own: BrowserKey | null
  managers: ApprovalsShown['managers']
  made: (key: BrowserKey) => unknown
}

function OwnKey({ own, managers, made }: OwnKeyProps) {
  const { caller } = useSession()
  const { busy, problem, run } = useSending()
  const owner = own && managers[own.key]
  return (
    <section aria-labelledby="own-key">
      <h2 id="own-key">Your key</h2>
      {!own && (
        <>
          <p>
            You have no key in this browser. One that is made here stays here: nobody can copy it. It signs when you
            approve something.
          </p>
          <Button busy={busy} onClick={() => run(() => makeKey(caller.name).then(made) as Promise<void>)}>
            Make a key
          </Button>
          <Problem>{problem}</Problem>
        </>
      )}
      {owner && <p>You approve as {owner}, with the key in this browser.</p>}
      {own && !owner && (
        <>
          <p>Your key counts once it is in trust.json. Whoever holds a root key of this site adds it:</p>
          <p>
            <code className="command">{`npm run release -- trust update --key ${own.key} --owner "${caller.name}" --manager`}</code>
          </p>
        </>
      )}
    </section>
  )
}

type WaitingProps = ApprovalsShown['waiting'][number] & { shown: ApprovalsShown; own: BrowserKey | null }

/** One release: what it would change, and the button that approves it. */
function Waiting({ shown, own, ...release }: WaitingProps) {
  const { environment, needed, managers } = shown
  const { part, version, live, publishedBy, publishedAt, approvers, problem } = release
  const id = `${part}-${version}`
  const owner = own && managers[own.key]
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>
        {part} {version}
      </h2>
      <p>
        Published by {publishedBy}, <Moment at={publishedAt} />. {approvers.length} of {some(needed, 'approval')}
        {approvers.length > 0 && `: ${approvers.join(', ')}`}.{' '}
        <Link to={`/environments/${environment}/parts/${part}/versions/${version}`}>
          Gate and difference of {part} {version}
        </Link>
      </p>
      {problem && <p className="gate failed">No edge would run it: {problem}</p>}
      {owner && !problem && !approvers.includes(owner) && (
        <div className="buttons">
          <ChangeButton label={`Approve ${part} ${version}`} wanted={approval(shown, release, own)} />
        </div>
      )}
      {live === null ? (
        <p>Nothing of {part} is live here: everything is new.</p>
      ) : (
        <Difference environment={environment} part={part} version={version} />
      )}
    </section>
  )
}

function approval(
  { environment, needed }: ApprovalsShown,
  { part, version, digest, approvers }: ApprovalsShown['waiting'][number],
  own: BrowserKey,
): Change {
  const left = needed - approvers.length - 1
  return {
    call: 'approve',
    input: { environment, part, version },
    signed: () => own.sign(bytesOfApproval({ environment, part, version, digest })),
    verb: 'Approve',
    title: `Approve ${part} ${version} for ${environment}`,
    effects: [
      "No visitor's page changes (0 %): it may be promoted then.",
      left > 0 ? `It still needs ${some(left, 'approval')} of others.` : 'With yours it has all that it needs.',
      'You sign this version, as it was published, for this environment, and nothing else.',
    ],
    done: ({ approvers: all }) => `${part} ${version} is approved for ${environment} by ${all.join(', ')}.`,
  }
}
