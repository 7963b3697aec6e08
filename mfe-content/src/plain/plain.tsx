import { useLocation } from '@marram/host/router'
import { PlainPage } from '@marram/ui/plain-page'
import type { ComponentProps } from 'react'
import css from './plain.module.css'

type Scene = ComponentProps<typeof PlainPage>

/** Hour and picture by the first segment of the address. */
const scenes: Record<string, Scene> = {
  publications: { hour: 'mist', art: css.publications },
  'publication-details': { hour: 'mist', art: css.publications },
  news: { hour: 'mist', art: css.news },
  history: { hour: 'mist', art: css.news },
  'digital-media': { hour: 'golden', art: css.digitalMedia },
  gallery: { hour: 'golden', art: css.digitalMedia },
  'eco-shop': { hour: 'dawn', art: css.ecoShop },
  'tech-initiatives': { hour: 'noon', art: css.techInitiatives },
  'about-us': { hour: 'rose', art: css.aboutUs },
}
const other: Scene = { hour: 'mist', art: css.publications }

export function Component() {
  const [first = ''] = useLocation().pathname.split('/').filter(Boolean)
  return <PlainPage {...(scenes[first] ?? other)} />
}
