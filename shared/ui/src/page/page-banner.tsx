import type { ReactNode } from 'react'
import { Ridge } from '../pictures/ridge'
import { Breadcrumb, type Crumb } from './breadcrumb'
import css from './page-banner.module.css'
import { Wrap } from './wrap'

type Props = {
  title: string
  /** The time of day in the sky behind the heading. */
  hour: 'dawn' | 'morning' | 'noon' | 'golden' | 'rose' | 'dusk' | 'night' | 'mist'
  /** URL of the section's own land, 2560 by 400, with nothing where the sky is. */
  art: string
  trail?: Crumb[]
  /** The name of this page in the breadcrumb; by default its title. */
  current?: string
  children?: ReactNode
}

/** The head of a listing page: h1 and breadcrumb on an illustration. */
export function PageBanner({ title, hour, art, trail, current = title, children }: Props) {
  return (
    <div className={`${css.banner} ${css[hour]}`}>
      <img className={css.art} src={art} alt="" width="2560" height="400" fetchPriority="high" />
      <Wrap>
        <h1 className={css.title}>{title}</h1>
        <div className={css.way}>
          <Breadcrumb trail={trail} current={current} />
          {children}
        </div>
      </Wrap>
      <Ridge seed={`banner-${title}`} />
    </div>
  )
}
