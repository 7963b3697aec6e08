import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FieldRow } from '../forms/field-row'
import type { Field, Option } from '../forms/form'
import { useOnce } from '../live'
import { Button } from '../page/button'
import { actions } from './action-words'

/** What of the activity is shown; all of it is in the address. */
export function Filters() {
  const [search, setSearch] = useSearchParams()
  const names = useOnce('listEnvironments', {}).data?.environments ?? []
  const known = useOnce('listParts', {}).data?.parts ?? []
  const choose = (name: string, value: string) => {
    // Not `search`: of two quick choices the second would undo the first.
    const next = new URLSearchParams(location.search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }
  const showAll = () => {
    setSearch({}, { replace: true })
    // The button goes away: who came by keyboard goes on from the heading.
    document.querySelector<HTMLElement>('h1')?.focus()
  }
  const row = (field: Field) => (
    <FieldRow field={field} value={search.get(field.name) ?? ''} change={(value) => choose(field.name, value)} />
  )
  const choice = (name: string, label: string, options: readonly Option[]) =>
    row({ kind: 'choice', name, label, options: [['', 'All'], ...options] })
  return (
    <div className="filters">
      {choice(
        'environment',
        'Environment',
        names.map(({ environment }) => environment),
      )}
      {choice(
        'part',
        'Part',
        known.map(({ part }) => part),
      )}
      {choice('action', 'Action', actions)}
      {choice('refused', 'Outcome', [
        ['false', 'Done'],
        ['true', 'Refused'],
      ])}
      <By actor={search.get('actor') ?? ''} choose={(actor) => choose('actor', actor)} />
      {row({ kind: 'date', name: 'from', label: 'From' })}
      {row({ kind: 'date', name: 'to', label: 'Up to and on' })}
      {[...search].length > 0 && <Button onClick={showAll}>Show all</Button>}
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
        field={{ kind: 'text', name: 'actor', label: 'By', max: 100, hint: 'The name of a token' }}
        value={typed ?? actor}
        change={setTyped}
      />
    </form>
  )
}
