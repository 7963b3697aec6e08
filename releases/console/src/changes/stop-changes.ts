import type { Stop } from '@marram/release-contract/calls/stops'
import type { Field, Values } from '../forms/form'
import { when } from '../page/words'
import type { EnvironmentShown } from '../shapes'
import type { Change, ChangeForm } from './change'

/** What somebody sees is what they change: where the same stop was changed meanwhile, nothing happens. */
type Where = Pick<EnvironmentShown, 'environment' | 'revision'>

type StopCall = Extract<Change['call'], 'kill' | 'revive' | 'lock' | 'unlock' | 'freeze' | 'unfreeze'>
type StopInput = { environment: string; part?: string | null; revision: number; notice?: string; until?: string | null }

/** Begins, changes or ends a stop; those of a whole environment have no part, and what is null is not sent. */
const stopRequest = (call: StopCall, input: StopInput) =>
  ({
    call,
    input: Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== '')),
  }) as Pick<Change, 'call' | 'input'> as Change

export const killing = (where: Where, part: string, { notice }: { notice: string }): Change => ({
  ...stopRequest('kill', {
    environment: where.environment,
    part,
    notice: notice.trim(),
    revision: where.revision,
  }),
  verb: 'Take it off the site',
  doing: 'Taking it off',
  title: `Take ${part} off the site in ${where.environment}`,
  effects: [
    `All visitors (100 %) read a calm notice instead of every page of ${part}, with their next page load.`,
    'Its code is neither run by servers nor loaded by browsers. Header, footer and all other parts go on.',
  ],
  needsReason: true,
  danger: true,
  done: `${part} is off the site in ${where.environment}.`,
})

export const locking = (where: Where, part: string): Change => ({
  ...stopRequest('lock', { environment: where.environment, part, revision: where.revision }),
  verb: 'Lock',
  doing: 'Locking',
  title: `Lock ${part} in ${where.environment}`,
  effects: [
    "No visitor's page changes (0 %).",
    `No new version of ${part} goes live, and no rollout of it grows. Going back stays possible.`,
  ],
  needsReason: true,
  done: `${part} is locked in ${where.environment}.`,
})

export const freezing = (where: Where): Change => ({
  ...stopRequest('freeze', { environment: where.environment, revision: where.revision }),
  verb: 'Freeze',
  doing: 'Freezing',
  title: `Freeze ${where.environment}`,
  effects: [
    "No visitor's page changes (0 %).",
    'Nothing new of any part goes live, and no rollout grows. Going back stays possible.',
  ],
  needsReason: true,
  done: `${where.environment} is frozen.`,
})

const endings = {
  kill: {
    call: 'revive',
    verb: 'Bring it back',
    doing: 'Bringing it back',
    effect: 'All visitors (100 %) get its pages again, with their next page load.',
  },
  lock: {
    call: 'unlock',
    verb: 'Unlock',
    doing: 'Unlocking',
    effect: "No visitor's page changes (0 %). New versions may go live again.",
  },
  freeze: {
    call: 'unfreeze',
    verb: 'End the freeze',
    doing: 'Ending the freeze',
    effect: "No visitor's page changes (0 %). New versions may go live again.",
  },
} as const

export const lifting = ({ revision }: Where, { kind, part, environment }: Stop): Change => {
  const { call, verb, doing, effect } = endings[kind]
  const what = part === null ? environment : `${part} in ${environment}`
  return {
    ...stopRequest(call, { environment, part, revision }),
    verb,
    doing,
    title: `${verb}: ${what}`,
    effects: [effect],
    done: `${what} goes on as before.`,
  }
}

/** When something that is stopped goes on by itself. */
export const endField = {
  kind: 'choice',
  name: 'end',
  label: 'Ends',
  options: [
    ['', 'When somebody ends it'],
    ['30', 'After 30 minutes'],
    ['120', 'After 2 hours'],
    ['1440', 'After a day'],
    ['10080', 'After a week'],
  ],
} as const satisfies Field

export const noticeField: Field = {
  kind: 'text',
  name: 'notice',
  label: 'What visitors read (optional)',
  max: 300,
  hint: 'Without it: that this part rests at the moment.',
}

/** The change with the end that was chosen. */
export function ending(change: Change, { end }: Values, now = Date.now()): Change {
  if (!end) return change
  const until = new Date(now + Number(end) * 60_000).toISOString()
  return { ...change, input: { ...change.input, until } } as Change
}

/** Something is stopped until the end that is chosen. */
export const stopping = (make: () => Change): ChangeForm => ({
  fields: [endField],
  change: (values) => ending(make(), values),
})

const AS_IT_IS = 'as it is'

/** With a revision as for a new stop: nobody changes what somebody else has ended meanwhile. */
type Seen = Pick<EnvironmentShown, 'revision'>

/** The dialog of what is stopped already, so that nothing has to go on before it is stopped for longer. */
export const stopForm = (where: Seen, stop: Stop): ChangeForm => ({
  reason: stop.reason,
  fields: [...(stop.kind === 'kill' ? [{ ...noticeField, value: stop.notice ?? '' }] : []), endOf(stop)],
  change: (values) => {
    const change = changing(where, stop, values.notice ?? '')
    if (values.end !== AS_IT_IS) return ending(change, values)
    return { ...change, input: { ...change.input, until: stop.until } } as Change
  },
})

const endOf = ({ until }: Stop): Field => {
  if (until === null) return endField
  return { ...endField, value: AS_IT_IS, options: [[AS_IT_IS, `As it is: ${when(until)}`], ...endField.options] }
}

const stopped = { kill: 'off the site', lock: 'locked', freeze: 'frozen' }

function changing({ revision }: Seen, { kind, environment, part, ...stop }: Stop, typed: string): Change {
  const notice = typed.trim()
  const what = part === null ? environment : `${part} in ${environment}`
  const noticeChanges = kind === 'kill' && notice !== (stop.notice ?? '')
  return {
    ...stopRequest(kind, { environment, part, revision, notice: kind === 'kill' ? notice : '' }),
    verb: 'Change',
    doing: 'Changing',
    title: `Change why and until when it is ${stopped[kind]}: ${what}`,
    effects: [
      noticeChanges
        ? 'All visitors (100 %) who open its pages read the other notice, with their next page load.'
        : "No visitor's page changes (0 %).",
      `It stays ${stopped[kind]}, by you and for the reason below.`,
    ],
    needsReason: true,
    done: `${what} stays ${stopped[kind]}.`,
  }
}
