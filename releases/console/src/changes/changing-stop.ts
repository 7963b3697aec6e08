import type { Stop } from '@marram/release-contract/calls/stops'
import type { Field } from '../forms/form'
import { when } from '../page/words'
import type { EnvironmentShown } from '../shapes'
import type { Change, ChangeForm } from './change'
import { endField, ending, noticeField, stopRequest } from './stop-changes'

const AS_IT_IS = 'as it is'

/** With a revision as for a new stop: nobody changes what somebody else has ended meanwhile. */
type Where = Pick<EnvironmentShown, 'revision'>

/** The dialog of what is stopped already, so that nothing has to go on before it is stopped for longer. */
export const stopForm = (where: Where, stop: Stop): ChangeForm => ({
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

function changing({ revision }: Where, { kind, environment, part, ...stop }: Stop, typed: string): Change {
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
