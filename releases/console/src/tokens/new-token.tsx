import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { FieldRow } from '../forms/field-row'
import type { Values } from '../forms/form'
import { Problem, useSending } from '../forms/sending'
import { useOnce } from '../live'
import { Button } from '../page/button'
import { type ResponseTo, send } from '../registry'
import { tokenFields, tokenWanted } from './token-form'

const NOTHING: Values = { name: '', role: 'viewer', of: '', days: '', reason: '' }

/** A new token, which is shown this once. */
export function NewToken() {
  const { mutate } = useSWRConfig()
  const known = (useOnce('listParts', {}).data?.parts ?? []).map(({ part }) => part)
  const places = (useOnce('listEnvironments', {}).data?.environments ?? []).map(({ environment }) => environment)
  const [values, setValues] = useState(NOTHING)
  const [made, setMade] = useState<ResponseTo<'createToken'>>()
  const { busy, problem, submit } = useSending()
  const make = () => {
    const wanted = tokenWanted(values, places)
    if (typeof wanted === 'string') return wanted
    setMade(undefined)
    return send('createToken', wanted).then((token) => {
      setMade(token)
      void mutate(['listTokens', {}])
    })
  }
  return (
    <section aria-labelledby="new-token">
      <h2 id="new-token">New token</h2>
      <form onSubmit={submit(make)} noValidate className="filters">
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
      <Problem>{problem}</Problem>
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
