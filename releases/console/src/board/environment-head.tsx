import { Link } from 'react-router-dom'
import { ChangeButton } from '../changes/change-button'
import { stopForm } from '../changes/changing-stop'
import { freezing, lifting, stopping } from '../changes/stop-changes'
import { StopNote } from '../page/stop-note'
import { LinkButton } from '../previews/link-dialog'
import type { BoardEnvironment } from '../shapes'
import { EdgesLine } from './edges-line'

export function EnvironmentHead({ environment }: { environment: BoardEnvironment }) {
  const { environment: name, composition, stops } = environment
  const frozen = stops.find(({ kind }) => kind === 'freeze')
  return (
    <div className="environment">
      <span className="name">{name}</span>
      <Link to={`/environments/${name}/compositions`}>
        {composition === null ? 'Nothing is live' : `Composition ${composition}`}
      </Link>
      <EdgesLine edges={environment.edges} />
      {frozen && <StopNote stop={frozen} />}
      {/* One button for both, so that it keeps the focus of whoever pressed it. */}
      <ChangeButton
        label={frozen ? `End the freeze of ${name}` : `Freeze ${name}`}
        may={{ action: frozen ? 'unfreeze' : 'freeze', environment: name }}
        wanted={() => (frozen ? lifting(environment, frozen) : stopping(() => freezing(environment)))}
      />
      {frozen && (
        <ChangeButton
          label={`Change the freeze of ${name}`}
          may={{ action: 'freeze', environment: name }}
          wanted={() => stopForm(environment, frozen)}
        />
      )}
      <LinkButton label={`Make a link to a preview in ${name}`} environment={name} />
    </div>
  )
}
