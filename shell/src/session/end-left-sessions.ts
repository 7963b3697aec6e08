import { report } from '@marram/sdk/report'
import { endLeftSessions } from './session-calls'

/** An effect: ends the sessions that were left without the server, now and whenever the network is back. Returns how to stop. */
export function endLeftSessionsOnline(): () => void {
  const end = () => {
    endLeftSessions().catch((error: Error) => report({ kind: 'log-out', message: error.message }))
  }
  end()
  addEventListener('online', end)
  return () => removeEventListener('online', end)
}
