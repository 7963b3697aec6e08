import { when } from '../page/words'
import type { EnvironmentShown, Stop } from '../shapes'
import type { Change } from './change'
import { type ChangeForm, endField, ending, type Field, noticeField } from './form'
import { stopPath } from './stop-changes'

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
    return { ...change, body: { ...change.body, until: stop.until } }
  },
})

const endOf = ({ until }: Stop): Field => {
  if (until === null) return endField
  const asItIs = { value: AS_IT_IS, words: `As it is: ${when(until)}` }
  return { ...endField, value: AS_IT_IS, options: [asItIs, ...endField.options] }
}

const stopped = { kill: 'off the site', lock: 'locked', freeze: 'frozen' }

function changing({ revision }: Where, { kind, environment, part, ...stop }: Stop, typed: string): Change {
  const notice = typed.trim()
  const what = part === null ? environment : `${part} in ${environment}`
  const noticeChanges = kind === 'kill' && notice !== (stop.notice ?? '')
  return {
    action: kind,
    environment,
    part: part ?? undefined,
    verb: 'Change',
    doing: 'Changing',
    title: `Change why and until when it is ${stopped[kind]}: ${what}`,
    effects: [
      noticeChanges
        ? 'All visitors (100 %) who open its pages read the other notice, with their next page load.'
        : "No visitor's page changes (0 %).",
      `It stays ${stopped[kind]}, by you and for the reason below.`,
    ],
    path: stopPath({ environment }, part, kind),
    body: { ...(kind === 'kill' && notice !== '' && { notice }), revision },
    needsReason: true,
    done: `${what} stays ${stopped[kind]}.`,
  }
}
