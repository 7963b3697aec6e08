import { previewLink as made } from '@marram/release-contract/calls/previews'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { FieldRow } from '../changes/field-row'
import type { Values } from '../changes/form'
import { Button } from '../page/button'
import { Dialog } from '../page/dialog'
import { type Refused, send } from '../registry'
import { linkEffects, type Shows, validitiesOf } from './link-words'
import { MadeLink } from './made-link'
import { useChoices, WhatFields } from './what-fields'

const NOTHING_YET = 'There is nothing to show yet: publish a release first, or wait until it is listed.'
const NO_ADDRESS = 'Enter the address of the machine, such as http://127.0.0.1:4001.'

/** The longest time that there is for what was chosen, where the chosen one is longer. */
function possible(values: Values): Values {
  const offered = validitiesOf(values.what).map(({ value }) => value)
  return offered.includes(values.seconds ?? '') ? values : { ...values, seconds: offered.at(-1) ?? '' }
}

type LinkProps = {
  environment: string
  /** Undefined where it is chosen here. */
  shows?: Shows | undefined
  close: () => void
}
type Made = { link: z.infer<typeof made>; shows: Shows }

/** Makes a link to what is not live, and shows it. */
export function LinkDialog({ environment, shows: given, close: closed }: LinkProps) {
  const [values, setValues] = useState<Values>({ what: 'version', seconds: '86400', reason: '' })
  const choices = useChoices(given ? null : environment, values)
  const [done, setDone] = useState<Made>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const shows = given ?? choices.shows
  const seconds = Number(values.seconds)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!shows) return setProblem(values.what === 'machine' ? NO_ADDRESS : NOTHING_YET)
    setBusy(true)
    setProblem('')
    try {
      const reason = values.reason?.trim()
      const body = { ...shows, seconds, ...(reason && { reason }) }
      setDone({ link: await send('POST', `/releases/environments/${environment}/previews`, made, body), shows })
    } catch (error) {
      setProblem((error as Refused).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog title={`A link to a preview in ${environment}`} busy={busy} closed={closed}>
      {(close) =>
        done ? (
          <MadeLink {...done} close={close} />
        ) : (
          <form onSubmit={submit} noValidate>
            {!given && <WhatFields choices={choices} values={values} change={(next) => setValues(possible(next))} />}
            <FieldRow
              field={{
                kind: 'choice',
                name: 'seconds',
                label: 'Valid for',
                value: '',
                options: validitiesOf(values.what),
              }}
              value={values.seconds ?? ''}
              change={(next) => setValues({ ...values, seconds: next })}
            />
            <h3>What will change</h3>
            <ul className="effects">
              {(shows ? linkEffects({ environment, shows, seconds }) : ["No visitor's page changes (0 %)."]).map(
                (effect) => (
                  <li key={effect}>{effect}</li>
                ),
              )}
            </ul>
            <FieldRow
              field={{ kind: 'text', name: 'reason', label: 'Reason (optional)', value: '', max: 500 }}
              value={values.reason ?? ''}
              change={(next) => setValues({ ...values, reason: next })}
            />
            <p role="alert" className="problem">
              {problem}
            </p>
            <div className="buttons">
              <Button type="submit" look="primary" busy={busy}>
                {busy ? 'Making it …' : 'Make the link'}
              </Button>
              <Button busy={busy} onClick={close}>
                Cancel
              </Button>
            </div>
          </form>
        )
      }
    </Dialog>
  )
}
