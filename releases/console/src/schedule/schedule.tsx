import { version as versionShape } from '@marram/release-contract/calls/names'
import type { ScheduledCall, ScheduledChange } from '@marram/release-contract/calls/schedule'
import { type Later, laterWords } from '@marram/releases/later-words'
import { useParams } from 'react-router-dom'
import type { Change, ChangeForm } from '../changes/change'
import { ChangeButton } from '../changes/change-dialog'
import { choice, type Field, number, text, type Values } from '../forms/form'
import { Page } from '../page/page'
import { Table } from '../page/table'
import { inOwnTime, Moment, when } from '../page/words'
import { type Input, useLive, useOnce } from '../registry'
import { useSession } from '../session'

/** What is to be made later in an environment, what came of the rest, and how to add to it or take it back. */
export function Schedule() {
  const { environment = '' } = useParams()
  const { caller } = useSession()
  const parts = (useOnce('listParts', {}).data?.parts ?? []).map(({ part }) => part)
  return (
    <Page title={`Scheduled in ${environment}`} live={useLive('listSchedule', { environment })}>
      {({ changes }) => (
        <>
          {parts.length > 0 && (
            <ChangeButton label="Schedule a change" wanted={scheduleForm({ environment, parts, limit: caller.part })} />
          )}
          {changes.length === 0 && <p>Nothing waits here, and nothing was scheduled in the last week.</p>}
          {changes.length > 0 && (
            <Table
              label="Scheduled changes"
              className="stacks"
              columns={[
                ['When', ({ at }) => <Moment at={at} />],
                ['What', ({ what }) => inOwnTime(what)],
                ['By', ({ by }) => by],
                ['Why', ({ reason }) => reason],
                ['State', stateOf],
                [
                  'Take it back',
                  (each) =>
                    each.state === 'waiting' && (
                      <ChangeButton label="Take back" of={`${each.what}, ${when(each.at)}`} wanted={takingBack(each)} />
                    ),
                ],
              ]}
              rows={changes}
              keyOf={({ id }) => id}
            />
          )}
        </>
      )}
    </Page>
  )
}

const states = { waiting: 'Waits', begun: 'Is being made', done: 'Made', failed: 'Not made' }

function stateOf({ state, outcome, problem = null }: ScheduledChange) {
  const why = outcome ?? problem
  if (why === null) return states[state]
  // One element: on narrow screens a cell has its children side by side.
  return (
    <span>
      <span className="failed">{outcome === null ? 'Cannot be made' : states[state]}</span>: {inOwnTime(why)}
    </span>
  )
}

const takingBack = ({ id, environment, part, what, at }: ScheduledChange): Change => ({
  call: 'unschedule',
  input: { environment, change: id, ...(part !== null && { part }) },
  verb: 'Take it back',
  title: `Take back, scheduled for ${when(at)} in ${environment}: ${what}`,
  effects: ["No visitor's page changes (0 %). It is not made."],
  done: `Taken back: ${what}.`,
})

const ofPart: [ScheduledCall, string][] = [
  ['promote', 'Promote a version'],
  ['canary', 'Give a version to some visitors'],
  ['rollback', 'Roll back'],
  ['abort', 'Abort a rollout'],
  ['revive', 'Bring a killed part back'],
  ['unlock', 'Unlock a part'],
]
const ofAll: [ScheduledCall, string][] = [
  ['freeze', 'Freeze everything'],
  ['unfreeze', 'End the freeze'],
]

const isOfPart = ({ call }: Values) => ofPart.some(([each]) => each === call)
const hasVersion = ({ call }: Values) => call === 'promote' || call === 'canary'
const isFreeze = ({ call }: Values) => call === 'freeze'

const zone = () => new Intl.DateTimeFormat('en').resolvedOptions().timeZone

type About = {
  environment: string
  parts: string[]
  /** The only part that the token may change; null for every part. */
  limit: string | null
}

/** Asks what is to be made in an environment, and when. */
export function scheduleForm({ environment, parts, limit }: About): ChangeForm {
  const known = limit === null ? parts : [limit]
  const fields: Field[] = [
    choice('call', 'What', limit === null ? [...ofPart, ...ofAll] : ofPart, { value: 'promote' }),
    choice('part', 'Part', known, { value: known[0] ?? '', when: isOfPart }),
    text('version', 'Version', 100, { when: hasVersion }),
    number('traffic', 'Per cent of visitors', [0, 100], { value: '10', when: ({ call }) => call === 'canary' }),
    { kind: 'date', name: 'date', label: 'Day' },
    { kind: 'time', name: 'time', label: 'Time', hint: `In your time zone, ${zone()}.` },
    { kind: 'date', name: 'untilDate', label: 'Ends on the day', when: isFreeze },
    { kind: 'time', name: 'untilTime', label: 'Ends at', when: isFreeze },
  ]
  return {
    call: 'schedule',
    about: { environment, part: limit ?? undefined },
    fields,
    change: (values) => {
      const { part = '', version = '', traffic = '', date, time, untilDate, untilTime } = values
      const call = (values.call ?? 'promote') as ScheduledCall
      if (hasVersion(values) && !versionShape.safeParse(version.trim()).success)
        return 'A version is written like 1.4.0.'
      const at = momentOf(date, time)
      if (typeof at === 'string') return at
      const until = isFreeze(values) ? momentOf(untilDate, untilTime) : undefined
      if (typeof until === 'string') return until
      const input: Later['input'] = {
        ...(hasVersion(values) && { version: version.trim() }),
        ...(call === 'canary' && { traffic: Number(traffic) }),
        ...(until && { until: until.toISOString() }),
      }
      const what = laterWords(environment, { call, part, input })
      return {
        call: 'schedule',
        input: {
          environment,
          call,
          at: at.toISOString(),
          ...(isOfPart(values) && { part }),
          ...input,
        } as Input<'schedule'>,
        verb: 'Schedule it',
        title: `Schedule for ${when(at.getTime())} in ${environment}: ${what}`,
        effects: [
          "No visitor's page changes now (0 %). It is made at that time, with the rights that your token has then.",
          'Gate, freezes and locks are looked at again then. If it cannot be made, this page and the activity say why.',
        ],
        needsReason: isFreeze(values),
        done: `Scheduled for ${when(at.getTime())}: ${what}.`,
      } satisfies Change
    },
  }
}

/** The moment at which clocks of this browser's time zone show that. A text says what is wrong. */
export function momentOf(date = '', time = ''): Date | string {
  if (date === '' || time === '') return 'Choose a day and a time.'
  const moment = new Date(`${date}T${time}`)
  if (Number.isNaN(moment.getTime())) return `There is no ${date}, ${time}.`
  const [hour, minute] = time.split(':').map(Number)
  if (moment.getHours() !== hour || moment.getMinutes() !== minute)
    return `${time} does not exist on that day: clocks are put forward.`
  return moment
}
