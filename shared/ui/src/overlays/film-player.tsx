import css from './film-player.module.css'
import { FilmFrame } from './film-player-frame'
import { LightboxDialog } from './lightbox-dialog'

type Props = {
  title: string
  /** Video id on YouTube; null where there is none. */
  keyword: string | null
  onClose: () => void
}

/** One film over the page. It starts, since the visitor has just asked for it. */
export function FilmPlayer({ title, keyword, onClose }: Props) {
  return (
    <LightboxDialog label={title} onClose={onClose}>
      <div className={css.stage}>
        <FilmFrame title={title} keyword={keyword} />
      </div>
      <p className={css.title}>{title}</p>
    </LightboxDialog>
  )
}
