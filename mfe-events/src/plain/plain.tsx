import { useLocation } from '@marram/host/router'
import { PlainPage } from '@marram/ui/plain-page'
import type { ComponentProps } from 'react'
import css from './plain.module.css'

type Scene = ComponentProps<typeof PlainPage>

/** Hour and picture by the first segment of the address. */
const scenes: Record<string, Scene> = {
  sports: { hour: 'noon', art: css.sports },
  olympiad: { hour: 'night', art: css.olympiad },
  'olympiad-details': { hour: 'night', art: css.olympiad },
  tickets: { hour: 'night', art: css.tickets },
  'tickets-details': { hour: 'night', art: css.tickets },
  exhibitions: { hour: 'rose', art: css.exhibitions },
  'exhibition-details': { hour: 'rose', art: css.exhibitions },
  submissions: { hour: 'dusk', art: css.submissions },
  'submission-details': { hour: 'dusk', art: css.submissions },
  submission: { hour: 'dusk', art: css.submissions },
  courses: { hour: 'morning', art: css.courses },
}
const other: Scene = { hour: 'morning', art: css.campaignEvents }

export function Component() {
  const [first = ''] = useLocation().pathname.split('/').filter(Boolean)
  return <PlainPage {...(scenes[first] ?? other)} />
}
