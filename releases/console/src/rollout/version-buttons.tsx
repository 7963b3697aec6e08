import { ChangeButton } from '../changes/change-dialog'
import { promotion, rollback } from '../changes/part-changes'
import type { EnvironmentShown } from '../shapes'
import { shareForm } from './share-form'

type Props = { where: EnvironmentShown; part: string; version: string }

/** What can be done with a version that is not live for everybody: it goes live, or what was live comes back. */
export function VersionButtons({ where, part, version }: Props) {
  const state = where.parts[part]
  if (version === state?.stable) return null
  // Going back to it is possible during a freeze, and what came after it is forgotten: promoting it has no advantage.
  const wasLive = state?.history.slice(0, -1).some((each) => each.version === version)
  return (
    <>
      {!wasLive && <ChangeButton label={`Promote ${version}`} wanted={promotion(where, part, version)} />}
      {state && version !== state.candidate && (
        <ChangeButton label={`Roll out ${version}`} wanted={shareForm(where, part, version)} />
      )}
      {wasLive && <ChangeButton label={`Roll back to ${version}`} wanted={rollback(where, part, version)} />}
    </>
  )
}
