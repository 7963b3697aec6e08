import type { Action } from '@marram/release-contract/permissions'
import { ChangeButton } from '../changes/change-button'
import { stopForm } from '../changes/changing-stop'
import { endField, ending, killing, lifting, locking, noticeField, stopping } from '../changes/stop-changes'
import { StopNote } from '../page/stop-note'
import type { BoardEnvironment } from '../shapes'

/** Off the site, and locked. */
export function Stops({ where, part }: { where: BoardEnvironment; part: string }) {
  const { environment, stops } = where
  const may = (action: Action) => ({ environment, part, action })
  const killed = stops.find((stop) => stop.kind === 'kill' && stop.part === part)
  const locked = stops.find((stop) => stop.kind === 'lock' && stop.part === part)
  return (
    <section aria-labelledby="stops">
      <h2 id="stops">Stopping</h2>
      {[killed, locked].map((stop) => stop && <StopNote key={stop.kind} stop={stop} />)}
      {!killed && !locked && <p>Nothing of it is stopped.</p>}
      <div className="buttons">
        {killed && <ChangeButton label="Bring it back" may={may('revive')} wanted={() => lifting(where, killed)} />}
        {killed && (
          <ChangeButton label="Change its notice or end" may={may('kill')} wanted={() => stopForm(where, killed)} />
        )}
        {!killed && where.parts[part] && part !== 'shell' && (
          <ChangeButton
            label="Take it off the site"
            may={may('kill')}
            wanted={() => ({
              fields: [noticeField, endField],
              change: (values) => ending(killing(where, part, { notice: values.notice ?? '' }), values),
            })}
          />
        )}
        {locked ? (
          <ChangeButton label="Unlock" may={may('unlock')} wanted={() => lifting(where, locked)} />
        ) : (
          <ChangeButton label="Lock" may={may('lock')} wanted={() => stopping(() => locking(where, part))} />
        )}
        {locked && <ChangeButton label="Change the lock" may={may('lock')} wanted={() => stopForm(where, locked)} />}
      </div>
    </section>
  )
}
