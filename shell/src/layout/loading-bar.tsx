import { useNavigation } from 'react-router-dom'
import css from './loading-bar.module.css'

/** A thin bar while the next page is fetched; quick pages never show it. */
export function LoadingBar() {
  const { state } = useNavigation()
  return state === 'idle' ? null : <div className={css.bar} aria-hidden="true" />
}
