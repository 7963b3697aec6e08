import { useNavigation, useRevalidator } from 'react-router-dom'
import css from './loading-bar.module.css'

/** A thin bar while the next page is fetched, or this one again; quick ones never show it. */
export function LoadingBar() {
  const navigation = useNavigation()
  const revalidator = useRevalidator()
  const idle = navigation.state === 'idle' && revalidator.state === 'idle'
  return idle ? null : <div className={css.bar} role="progressbar" aria-label="Loading the page" />
}
