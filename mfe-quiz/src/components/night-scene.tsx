import { Ridge } from '@marram/ui/ridge'
import { Wrap } from '@marram/ui/wrap'
import type { ReactNode } from 'react'
import arctic from '../art/arctic.svg'
import css from './night-scene.module.css'

/** `low` is half as high, where there is little to say in it. */
type Props = { seed: string; low?: boolean; children: ReactNode }

export function NightScene({ seed, low, children }: Props) {
  return (
    <div className={low ? `${css.scene} ${css.low}` : css.scene}>
      <img className={css.art} src={arctic} alt="" width="2560" height="400" fetchPriority="high" />
      <Wrap className={css.words}>{children}</Wrap>
      <Ridge seed={seed} />
    </div>
  )
}
