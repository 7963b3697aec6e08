import { Ridge } from '@marram/ui/ridge'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import arctic from '../art/arctic.svg'
import css from './night-scene.module.css'

export function NightScene({ seed, children }: { seed: string; children: ReactNode }) {
  return (
    <div className={css.scene}>
      <img className={css.art} src={arctic} alt="" width="2560" height="320" fetchPriority="high" />
      <Wrap className={css.words}>{children}</Wrap>
      <Ridge seed={seed} />
    </div>
  )
}
