import type { Stop } from '@marram/release-contract/calls/stops'
import { choice, type Field, type Option, text } from '../forms/form'
import { when } from '../page/words'
import type { EnvironmentShown } from '../shapes'
import type { Change, ChangeForm } from './change'
import { NEXT } from './effects'

/** With the revision that is shown: the registry refuses the change if somebody else changed the stop since then. */
type Where = Pick<EnvironmentShown, 'environment' | 'revision'>

const AS_IT_IS = 'as it is'
const NOBODY = "No visitor's page changes (0 %)."
const stopped = { kill: 'off the site', lock: 'locked', freeze: 'frozen' }

const whatOf = (part: string | null, environment: string) => (part === null ? environment : `${part} in ${environment}`)

/** Begins a stop, or changes one that is there, so that nothing goes on in between. */
export function stopForm(where: Where, stop: Pick<Stop, 'kind' | 'part'> | Stop): ChangeForm {
  const { environment, revision } = where
  const { kind, part } = stop
  const now = 'until' in stop ? stop : undefined
  return {
    call: kind,
    about: { environment, part: part ?? undefined, ...(now && { stoppedBy: now.byRole ?? null }) },
    reason: now?.reason ?? '',
    fields: [...(kind === 'kill' ? [noticeField(now?.notice ?? '')] : []), endField(now?.until ?? null)],
    change: ({ notice: typed = '', end }) => {
      const notice = typed.trim()
      const until = end === AS_IT_IS ? now?.until : end && new Date(Date.now() + Number(end) * 60_000).toISOString()
      return {
        call: kind,
        input: { environment, revision, ...(part && { part }), ...(notice && { notice }), ...(until && { until }) },
        ...(now ? changing(now, notice) : beginning(environment, stop)),
        needsReason: true,
      } as Change
    },
  }
}

const noticeField = (value: string): Field =>
  text('notice', 'What visitors read (optional)', 300, {
    value,
    hint: 'Without it: that this part rests at the moment.',
  })

const endField = (until: string | null): Field => {
  const ends: Option[] = [
    ['', 'When somebody ends it'],
    ['30', 'After 30 minutes'],
    ['120', 'After 2 hours'],
    ['1440', 'After a day'],
    ['10080', 'After a week'],
  ]
  if (until === null) return choice('end', 'Ends', ends)
  return choice('end', 'Ends', [[AS_IT_IS, `As it is: ${when(until)}`], ...ends], { value: AS_IT_IS })
}

function beginning(environment: string, { kind, part }: Pick<Stop, 'kind' | 'part'>) {
  const what = whatOf(part, environment)
  const done = `${what} is ${stopped[kind]}.`
  if (kind === 'kill')
    return {
      verb: 'Take it off the site',
      title: `Take ${part} off the site in ${environment}`,
      effects: [
        `All visitors (100 %) read a calm notice instead of every page of ${part}, within seconds also in tabs that are open.`,
        'Its code is neither run by servers nor loaded by browsers. Header, footer and all other parts go on.',
      ],
      danger: true,
      done,
    }
  const [verb, stops] =
    kind === 'freeze'
      ? ['Freeze', 'Nothing new of any part goes live, and no rollout grows.']
      : ['Lock', `No new version of ${part} goes live, and no rollout of it grows.`]
  return { verb, title: `${verb} ${what}`, effects: [NOBODY, `${stops} Going back stays possible.`], done }
}

function changing({ kind, part, environment, ...stop }: Stop, notice: string) {
  const what = whatOf(part, environment)
  const noticeChanges = kind === 'kill' && notice !== (stop.notice ?? '')
  return {
    verb: 'Change',
    title: `Change why and until when it is ${stopped[kind]}: ${what}`,
    effects: [
      noticeChanges ? `All visitors (100 %) who open its pages read the other notice, ${NEXT}.` : NOBODY,
      `It stays ${stopped[kind]}, by you and for the reason below.`,
    ],
    done: `${what} stays ${stopped[kind]}.`,
  }
}

const endings = {
  kill: { call: 'revive', verb: 'Bring it back' },
  lock: { call: 'unlock', verb: 'Unlock' },
  freeze: { call: 'unfreeze', verb: 'End the freeze' },
} as const

/** Ends a stop. */
export function lifting({ revision }: Where, { kind, part, environment, byRole = null }: Stop): Change {
  const what = whatOf(part, environment)
  return {
    ...endings[kind],
    input: { environment, revision, ...(part && { part }) },
    stoppedBy: byRole,
    title: `${endings[kind].verb}: ${what}`,
    effects: [
      kind === 'kill'
        ? 'All visitors (100 %) get its pages again, within seconds also in tabs that are open.'
        : `${NOBODY} New versions may go live again.`,
    ],
    done: `${what} goes on as before.`,
  } as Change
}
