import { Moment } from '../page/moment'
import { some } from '../page/words'
import type { BoardEnvironment } from '../shapes'

/** How many edges serve what is live here, and since when and why others do not. */
export function EdgesLine({ edges: { current, behind } }: Pick<BoardEnvironment, 'edges'>) {
  const all = current + behind.length
  if (all === 0) return <span className="health">No edge has reported in the last minute</span>
  const verb = current === 1 ? 'serves' : 'serve'
  return (
    <>
      <span className={behind.length > 0 ? 'health bad' : 'health'}>
        {behind.length === 0 ? `${some(all, 'edge')} ${verb} this` : `${current} of ${some(all, 'edge')} ${verb} this`}
      </span>
      {behind.map(({ id, since, reason }) => (
        <span className="health bad" key={id}>
          {since === null ? (
            `Edge ${id} serves something older: ${reason}`
          ) : (
            <>
              Edge {id} has served something older since <Moment at={since} />: {reason}
            </>
          )}
        </span>
      ))}
    </>
  )
}
