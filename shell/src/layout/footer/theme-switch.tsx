import { THEME_FIELD } from '../../boot/theme'
import css from './theme-switch.module.css'

/** What is chosen is marked, kept and shown by the boot script: it is there before React is, and needs none. */
export function ThemeSwitch() {
  return (
    <fieldset className={css.switch}>
      <legend className={css.legend}>Colours</legend>
      {['System', 'Light', 'Dark'].map((title) => {
        const value = title.toLowerCase()
        return (
          <label key={value} className={css.choice}>
            <input type="radio" name={THEME_FIELD} value={value} defaultChecked={value === 'system'} />
            {title}
          </label>
        )
      })}
    </fieldset>
  )
}
