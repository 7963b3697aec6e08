import css from './logged-in-note.module.css'

/** In the HTML of everybody; `html[data-session]` shows it to who is logged in already. */
export const LoggedInNote = () => (
  <p className={css.note}>You are logged in on this device already. Whoever logs in here now takes your place.</p>
)
