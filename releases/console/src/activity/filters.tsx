import { environments } from '@marram/release-contract/calls/environments'
import { parts } from '@marram/release-contract/calls/releases'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FieldRow } from '../changes/field-row'
import type { Field } from '../changes/form'
import { useLive } from '../live'
import { Button } from '../page/button'
import { actions } from './action-words'

const same = (value: string) => ({ value, words: value })

/** What of the activity is shown; all of it is in the address. */
export function Filters() {
  const [asked, setAsked] = useSearchParams()
  const names = useLive('/releases/environments', environments, { every: 0 }).data?.environments ?? []
  const known = useLive('/releases/parts', parts, { every: 0 }).data?.parts ?? []
  const choose = (name: string, value: string) => {
    // Not `asked`: of two quick choices the second would undo the first.
    const next = new URLSearchParams(location.search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setAsked(next, { replace: true })
  }
  const showAll = () => {
    setAsked({}, { replace: true })
    // The button goes away: who came by keyboard goes on from the heading.
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  const row = (field: Field) => (
    <FieldRow field={field} value={asked.get(field.name) ?? ''} change={(value) => choose(field.name, value)} />
  )
  const choice = (name: string, label: string, options: { value: string; words: string }[]) =>
    row({ kind: 'choice', name, label, value: '', options: [{ value: '', words: 'All' }, ...options] })
  return (
    <div className="filters">
      {choice(
        'environment',
        'Environment',
        names.map(({ environment }) => same(environment)),
      )}
      {choice(
        'part',
        'Part',
        known.map(({ part }) => same(part)),
      )}
      {choice('action', 'Action', actions.map(same))}
      {choice('refused', 'Outcome', [
        { value: 'false', words: 'Done' },
        { value: 'true', words: 'Refused' },
      ])}
      <By actor={asked.get('actor') ?? ''} choose={(actor) => choose('actor', actor)} />
      {row({ kind: 'date', name: 'from', label: 'From', value: '' })}
      {row({ kind: 'date', name: 'to', label: 'Up to and on', value: '' })}
      {[...asked].length > 0 && <Button onClick={showAll}>Show all</Button>}
    </div>
  )
}

/** A name is looked for when it is whole: not with each letter. */
function By({ actor, choose }: { actor: string; choose: (actor: string) => void }) {
  const [typed, setTyped] = useState<string>()
  const take = () => {
    if (typed !== undefined && typed.trim() !== actor) choose(typed.trim())
    setTyped(undefined)
  }
  return (
    <form
      onBlur={take}
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <FieldRow
        field={{ kind: 'text', name: 'actor', label: 'By', value: '', max: 100, hint: 'The name of a token' }}
        value={typed ?? actor}
        change={setTyped}
      />
    </form>
  )
}
