import type { PreviewLink } from '@marram/release-contract/calls/previews'
import { useState } from 'react'
import { Effects, FieldRow, ReasonField } from '../forms/field-row'
import type { Values } from '../forms/form'
import { SendForm, useSending } from '../forms/sending'
import { Button } from '../page/button'
import { Dialog } from '../page/dialog'
import { send } from '../registry'
import { useWhyNot } from '../session'
import { linkEffects, type Shows, validitiesOf } from './link-words'
import { MadeLink } from './made-link'
import { useChoices, WhatFields } from './what-fields'

const NOTHING_YET = 'There is nothing to show yet: publish a release first, or wait until it is listed.'
const NO_ADDRESS = 'Enter the address of the machine, such as http://127.0.0.1:4001.'

/** The longest time that there is for what was chosen, where the chosen one is longer. */
function possible(values: Values): Values {
  const offered = validitiesOf(values.what).map(([value]) => value)
  return offered.includes(values.seconds ?? '') ? values : { ...values, seconds: offered.at(-1) ?? '' }
}

type LinkProps = {
  environment: string
  /** Undefined where it is chosen here. */
  shows?: Shows | undefined
  close: () => void
}
type Made = { link: PreviewLink; shows: Shows }

/** Makes a link to what is not live, and shows it. */
export function LinkDialog({ environment, shows: given, close: closed }: LinkProps) {
  const [values, setValues] = useState<Values>({ what: 'version', seconds: '86400', reason: '' })
  const choices = useChoices(given ? null : environment, values)
  const [done, setDone] = useState<Made>()
  const sending = useSending()
  const shows = given ?? choices.shows
  const seconds = Number(values.seconds)
  const make = () => {
    if (!shows) return values.what === 'machine' ? NO_ADDRESS : NOTHING_YET
    const reason = values.reason?.trim()
    const input = { environment, ...shows, seconds, ...(reason && { reason }) }
    return send('createPreview', input).then((link) => setDone({ link, shows }))
  }
  return (
    <Dialog title={`A link to a preview in ${environment}`} busy={sending.busy} closed={closed}>
      {(close) =>
        done ? (
          <MadeLink {...done} close={close} />
        ) : (
          <SendForm sending={sending} send={make} verb="Make the link" doing="Making it" cancel={close}>
            {!given && <WhatFields choices={choices} values={values} change={(next) => setValues(possible(next))} />}
            <FieldRow
              field={{
                kind: 'choice',
                name: 'seconds',
                label: 'Valid for',
                options: validitiesOf(values.what),
              }}
              value={values.seconds ?? ''}
              change={(next) => setValues({ ...values, seconds: next })}
            />
            <Effects
              effects={shows ? linkEffects({ environment, shows, seconds }) : ["No visitor's page changes (0 %)."]}
            />
            <ReasonField value={values.reason ?? ''} change={(next) => setValues({ ...values, reason: next })} />
          </SendForm>
        )
      }
    </Dialog>
  )
}

type ButtonProps = { label: string; environment: string; shows?: Shows }

/** For whoever may make a link; nobody else sees it. */
export function LinkButton({ label, environment, shows }: ButtonProps) {
  const whyNot = useWhyNot()
  const [open, setOpen] = useState(false)
  if (whyNot('preview', { environment }) !== undefined) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {open && <LinkDialog environment={environment} shows={shows} close={() => setOpen(false)} />}
    </>
  )
}
