import { Button } from '@marram/ui/button'
import { useNewVersion } from '../../versions/new-version'
import css from './new-version-bar.module.css'

/** Offers the site's new version to a tab that has an older one, where nothing can be lost by it. */
export function NewVersionBar() {
  const { offered, later } = useNewVersion()
  return (
    <div role="status" className={css.place}>
      {offered && (
        <div className={css.bar}>
          <p className={css.words}>There is a new version of this site.</p>
          <Button size="small" onClick={() => location.reload()}>
            Load it
          </Button>
          <button type="button" className={css.later} onClick={later}>
            Not now
          </button>
        </div>
      )}
    </div>
  )
}
