import type { Stop } from '@marram/release-contract/calls/stops'
import { Moment } from './words'

const words = { kill: 'Off the site', freeze: 'Frozen', lock: 'Locked' }

/** What is stopped, why, by whom and until when. */
export function StopNote({ stop: { kind, reason, by, until } }: { stop: Stop }) {
  return (
    <span className={`stop ${kind}`}>
      <strong>{words[kind]}</strong> by {by}: {reason}
      {until && (
        <>
          {' '}
          (until <Moment at={until} />)
        </>
      )}
    </span>
  )
}
