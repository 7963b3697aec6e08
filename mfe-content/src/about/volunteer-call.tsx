import { paths } from '@marram/api-contract/paths'
import { CallBand } from '@marram/ui/call-band'

export function VolunteerCall() {
  return (
    <CallBand
      id="volunteer"
      title="Come and count with us"
      action="Volunteer"
      to={paths.contact({ subject: 'volunteer' })}
    >
      <p>
        You need boots that may get wet and one free Sunday. Everything else, from the quadrat to the biscuit, is in the
        van, and nobody counts alone.
      </p>
    </CallBand>
  )
}
