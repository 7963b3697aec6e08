import { ChangeButton } from '../changes/change-button'
import { stopForm } from '../changes/changing-stop'
import { endField, ending, noticeField } from '../changes/form'
import { killing, lifting, locking } from '../changes/stop-changes'
import { StopNote } from '../page/stop-note'
import type { BoardEnvironment } from '../shapes'

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
        {killed && (
          <ChangeButton
            label="Change its notice or end"
            may={{ ...may, action: 'kill' }}
            wanted={() => stopForm(where, killed)}
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
        {locked && (
          <ChangeButton
            label="Change the lock"
            may={{ ...may, action: 'lock' }}
            wanted={() => stopForm(where, locked)}
          />
        )}
      </div>
    </section>
  )
}
