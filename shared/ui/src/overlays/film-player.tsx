import { Button } from '../forms/button'
import { closeDialog } from './dialog'
import css from './film-player.module.css'
import { embedAddress, filmPage } from './film-player-address'
import { LightboxDialog } from './lightbox-dialog'

type Props = {
  title: string
  /** Video id on YouTube; null if there is none. */
  keyword: string | null
  onClose: () => void
}

export function FilmPlayer({ title, keyword, onClose }: Props) {
  const address = filmPage(keyword)
  return (
    <LightboxDialog label={title} onClose={onClose}>
      <div className={css.stage}>
        <FilmFrame title={title} keyword={keyword} />
      </div>
      <p className={css.title}>{title}</p>
      {/* The way out where a network or a browser blocks the player, of which this page hears nothing. */}
      {address && (
        <p className={css.elsewhere}>
          Does nothing play here?{' '}
          <a href={address} rel="noopener noreferrer">
            Watch it on YouTube
          </a>
        </p>
      )}
    </LightboxDialog>
  )
}

/** From the host that sets no cookies before it plays. YouTube refuses to play for pages that hide their address. */
export function FilmFrame({ title, keyword }: Omit<Props, 'onClose'>) {
  const address = embedAddress(keyword)
  if (!address)
    return (
      <div className={css.failed} role="alert">
        <p className={css.words}>Something went wrong.</p>
        <Button look="honey" onClick={closeDialog}>
          Close
        </Button>
      </div>
    )
  return (
    <iframe
      className={css.frame}
      src={address}
      title={title}
      allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    />
  )
}
