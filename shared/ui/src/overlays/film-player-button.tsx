import type { ReactNode } from 'react'
import { embedAddress } from './film-player-address'
import { LightboxTrigger, useOnDemand } from './lightbox-trigger'

type Props = {
  title: string
  /** Video id on YouTube; null if there is none. */
  keyword: string | null
  className?: string
  children: ReactNode
}

const loadPlayer = () => import('./film-player').then(({ FilmPlayer }) => FilmPlayer)

/** Opens a film over the page. No request goes to YouTube before it is pressed. */
export function FilmButton({ title, keyword, className, children }: Props) {
  const name = `film ${keyword} ${title}`
  const player = useOnDemand(loadPlayer, (opened) => (opened === name ? { title, keyword } : undefined))
  return (
    <>
      <LightboxTrigger
        className={className}
        href={embedAddress(keyword)}
        onApproach={player.approach}
        onOpen={() => player.open(name)}
      >
        <span className="visually-hidden">Play the film: {title}</span>
        {children}
      </LightboxTrigger>
      {player.shown}
    </>
  )
}
