import { ChangeButton } from '../changes/change-button'
import { endField, ending } from '../changes/form'
import { killing, lifting, locking } from '../changes/stop-changes'
import { StopNote } from '../page/stop-note'
import type { BoardEnvironment } from '../shapes'

const noticeField = {
  kind: 'text',
  name: 'notice',
  label: 'What visitors read (optional)',
  value: '',
  max: 300,
  hint: 'Without it: that this part rests at the moment.',
} as const

/** Off the site, and locked. */
export function Stops({ where, part }: { where: BoardEnvironment; part: string }) {
  const { environment, stops } = where
  const may = { environment, part }
  const killed = stops.find((stop) => stop.kind === 'kill' && stop.part === part)
  const locked = stops.find((stop) => stop.kind === 'lock' && stop.part === part)
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">Stopping</h2>
      {[killed, locked].map((stop) => stop && <StopNote key={stop.kind} stop={stop} />)}
      {!killed && !locked && <p>Nothing of it is stopped.</p>}
      <div className="buttons">
        {killed && (
          <ChangeButton
            label="Bring it back"
            may={{ ...may, action: 'revive' }}
            wanted={() => lifting(where, killed)}
          />
        )}
        {!killed && where.parts[part] && part !== 'shell' && (
          <ChangeButton
            label="Take it off the site"
            may={{ ...may, action: 'kill' }}
            wanted={() => ({
              fields: [noticeField, endField],
              change: (values) => ending(killing(where, part, { notice: values.notice ?? '' }), values),
            })}
          />
        )}
        {locked ? (
          <ChangeButton label="Unlock" may={{ ...may, action: 'unlock' }} wanted={() => lifting(where, locked)} />
        ) : (
          <ChangeButton
            label="Lock"
            may={{ ...may, action: 'lock' }}
            wanted={() => ({ fields: [endField], change: (values) => ending(locking(where, part), values) })}
          />
        )}
      </div>
    </section>
  )
}
