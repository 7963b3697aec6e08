import { useLocation } from '@marram/host/router'
import { PlainPage } from '@marram/ui/plain-page'
import type { ComponentProps } from 'react'
import campaignEvents from '../art/campaign-events.svg'
import courses from '../art/courses.svg'
import exhibitions from '../art/exhibitions.svg'
import olympiad from '../art/olympiad.svg'
import sports from '../art/sports.svg'
import submissions from '../art/submissions.svg'
import tickets from '../art/tickets.svg'

type Scene = ComponentProps<typeof PlainPage>

/** Hour and picture by the first segment of the address. */
const scenes: Record<string, Scene> = {
  sports: { hour: 'noon', art: sports },
  olympiad: { hour: 'night', art: olympiad },
  'olympiad-details': { hour: 'night', art: olympiad },
  tickets: { hour: 'night', art: tickets },
  'tickets-details': { hour: 'night', art: tickets },
  exhibitions: { hour: 'rose', art: exhibitions },
  'exhibition-details': { hour: 'rose', art: exhibitions },
  submissions: { hour: 'dusk', art: submissions },
  'submission-details': { hour: 'dusk', art: submissions },
  submission: { hour: 'dusk', art: submissions },
  courses: { hour: 'morning', art: courses },
}
const other: Scene = { hour: 'morning', art: campaignEvents }

export function Component() {
  const [first = ''] = useLocation().pathname.split('/').filter(Boolean)
  return <PlainPage {...(scenes[first] ?? other)} />
}
