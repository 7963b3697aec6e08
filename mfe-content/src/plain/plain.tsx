import { useLocation } from '@marram/host/router'
import { PlainPage } from '@marram/ui/plain-page'
import type { ComponentProps } from 'react'
import aboutUs from '../art/about-us.svg'
import ecoShop from '../art/eco-shop.svg'
import news from '../art/news.svg'
import publications from '../art/publications.svg'
import techInitiatives from '../art/tech-initiatives.svg'

type Scene = ComponentProps<typeof PlainPage>

/** Hour and picture by the first segment of the address. */
const scenes: Record<string, Scene> = {
  publications: { hour: 'mist', art: publications },
  'publication-details': { hour: 'mist', art: publications },
  news: { hour: 'mist', art: news },
  history: { hour: 'mist', art: news },
  'eco-shop': { hour: 'dawn', art: ecoShop },
  'tech-initiatives': { hour: 'noon', art: techInitiatives },
  'about-us': { hour: 'rose', art: aboutUs },
}
const other: Scene = { hour: 'mist', art: publications }

export function Component() {
  const [first = ''] = useLocation().pathname.split('/').filter(Boolean)
  return <PlainPage {...(scenes[first] ?? other)} />
}
