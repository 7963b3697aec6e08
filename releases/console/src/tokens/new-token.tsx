import { environments } from '@marram/release-contract/calls/environments'
import { parts } from '@marram/release-contract/calls/releases'
import { newToken } from '@marram/release-contract/calls/tokens'
import { type FormEvent, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { FieldRow } from '../changes/field-row'
import type { Values } from '../changes/form'
import { useLive } from '../live'
import { Button } from '../page/button'
import { type Refused, send } from '../registry'
import { tokenFields } from './token-fields'
import { tokenWanted } from './token-wanted'

type Made = z.infer<typeof newToken>
const NOTHING: Values = { name: '', role: 'viewer', of: '', days: '', reason: '' }

/** A new token, which is shown this once. */
export function NewToken() {
  const { mutate } = useSWRConfig()
  const known = (useLive('/releases/parts', parts, { every: 0 }).data?.parts ?? []).map(({ part }) => part)
  const places = (useLive('/releases/environments', environments, { every: 0 }).data?.environments ?? []).map(
    ({ environment }) => environment,
  )
  const [values, setValues] = useState(NOTHING)
  const [made, setMade] = useState<Made>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const wanted = tokenWanted(values, places)
    if (typeof wanted === 'string') return setProblem(wanted)
    setBusy(true)
    setProblem('')
    setMade(undefined)
    try {
      setMade(await send('POST', '/releases/tokens', newToken, wanted))
      void mutate('/releases/tokens')
    } catch (error) {
      setProblem((error as Refused).message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <section aria-labelledby="new-token">
      <h2 id="new-token">New token</h2>
      <form onSubmit={submit} noValidate className="filters">
        {tokenFields(values, { parts: known, environments: places }).map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            change={(value) => setValues({ ...values, ...(field.name === 'role' && { of: '' }), [field.name]: value })}
          />
        ))}
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Making it …' : 'Make it'}
        </Button>
      </form>
      <p role="alert" className="problem">
        {problem}
      </p>
      <div role="status">
        {made && (
          <p className="made">
            The token of {made.name}, shown this once: <code>{made.token}</code>
          </p>
        )}
      </div>
    </section>
  )
}
