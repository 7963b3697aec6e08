import { environments, newToken, parts } from '@marram/releases/answers'
import { type FormEvent, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { z } from 'zod'
import { FieldRow } from '../changes/field-row'
import type { Field, Values } from '../changes/form'
import { useLive } from '../live'
import { Button } from '../page/button'
import { type Refused, send } from '../registry'

type Made = z.infer<typeof newToken>
const DAY_MS = 86_400_000
const choice = (name: string, label: string, options: string[][]): Field => ({
  kind: 'choice',
  name,
  label,
  value: '',
  options: options.map(([value = '', words = value]) => ({ value, words })),
})

/** A new token, which is shown this once. */
export function NewToken() {
  const { mutate } = useSWRConfig()
  const known = useLive('/releases/parts', parts, { every: 0 }).data?.parts ?? []
  const places = useLive('/releases/environments', environments, { every: 0 }).data?.environments ?? []
  const [values, setValues] = useState<Values>({ name: '', role: 'viewer', of: '', days: '' })
  const [made, setMade] = useState<Made>()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const { role, of, name, days } = values
  const limits = role === 'publisher' ? known.map(({ part }) => [part]) : places.map(({ environment }) => [environment])
  const limited = role === 'publisher' || role === 'manager'
  const limit = of || limits[0]?.[0]
  const fields: Field[] = [
    { kind: 'text', name: 'name', label: 'Name', value: '', max: 80, hint: 'The activity knows people by it.' },
    choice('role', 'May', [
      ['viewer', 'look'],
      ['publisher', 'publish one part'],
      ['manager', 'change one environment'],
      ['admin', 'everything'],
    ]),
    ...(limited ? [choice('of', role === 'publisher' ? 'Part' : 'Environment', limits)] : []),
    choice('days', 'Ends', [
      ['', 'When revoked'],
      ['1', 'After a day'],
      ['30', 'After 30 days'],
      ['365', 'After a year'],
    ]),
  ]
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    if (!name?.trim()) return setProblem('Give it a name.')
    setBusy(true)
    setProblem('')
    setMade(undefined)
    try {
      const body = {
        name: name.trim(),
        role,
        ...(role === 'publisher' && { part: limit }),
        ...(role === 'manager' && { environment: limit }),
        ...(days && { expiresAt: new Date(Date.now() + Number(days) * DAY_MS).toISOString() }),
      }
      setMade(await send('POST', '/releases/tokens', newToken, body))
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
        {fields.map((field) => (
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
