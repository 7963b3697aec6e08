import { FieldRow } from '../forms/field-row'
import { useOnce } from '../live'
import type { Input } from '../registry'

type NoteProps = {
  gated: Input<'showGate'>
  override: string
  setOverride: (value: string) => void
}

/** What the gate says of the version, and the way past it for whoever knows better. */
export function GateNote({ gated, override, setOverride }: NoteProps) {
  const { data, error } = useOnce('showGate', gated)
  if (error) return <p className="gate warned">The gate could not be asked: {error.message}</p>
  if (!data) return <p role="status">The gate looks at {gated.version} …</p>
  const against = data.checks.filter(({ outcome }) => outcome === 'failed')
  const warnings = data.checks.filter(({ outcome }) => outcome === 'warned')
  if (data.passed)
    return (
      <p className="gate passed">
        The gate lets it pass{warnings.length > 0 && `: ${warnings.map(({ message }) => message).join(' ')}`}
      </p>
    )
  return <GateAgainst messages={against.map(({ message }) => message)} override={override} setOverride={setOverride} />
}

type AgainstProps = { messages: string[] } & Pick<NoteProps, 'override' | 'setOverride'>

/** What speaks against a change, and the way past it. */
export function GateAgainst({ messages, override, setOverride }: AgainstProps) {
  return (
    <div className="gate failed">
      <p>The gate is against it:</p>
      <ul>
        {[...new Set(messages)].map((message) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <FieldRow
        field={{
          kind: 'yes-or-no',
          name: 'override',
          label: 'Go on although the gate is against it',
          hint: 'Needs a reason, which stands in the activity.',
        }}
        value={override}
        change={setOverride}
      />
    </div>
  )
}
