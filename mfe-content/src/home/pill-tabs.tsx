import { Link } from '@marram/sdk/router'
import type { KeyboardEvent } from 'react'
import css from './pill-tabs.module.css'

type Tab = { key: string; title: string; to: string }

type Props = {
  label: string
  tabs: Tab[]
  /** Key of the one that is shown. */
  current: string
  /** Id of the element that they fill. Its label is the current tab: `PANEL-tab-KEY`. */
  panel: string
}

/** Tabs that are links: each has an address, and they work before and without scripts. The page stays where it is. */
export function PillTabs({ label, tabs, current, panel }: Props) {
  return (
    <div className={css.tabs} role="tablist" aria-label={label} onKeyDown={moveFocus}>
      {tabs.map(({ key, title, to }) => (
        <Link
          key={key}
          id={`${panel}-tab-${key}`}
          className={css.tab}
          role="tab"
          aria-selected={key === current}
          aria-controls={panel}
          to={to}
          preventScrollReset
        >
          {title}
        </Link>
      ))}
    </div>
  )
}

/** Arrows, Home and End go through the tabs; Enter and Space choose. Tab reaches each of them too, as links are used. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  // With these a key is the browser's, such as Alt and an arrow for Back.
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const tabs = [...event.currentTarget.querySelectorAll('a')]
  const at = tabs.indexOf(event.target as HTMLAnchorElement)
  const back = event.currentTarget.matches(':dir(rtl)') ? 1 : -1
  const to = { ArrowLeft: at + back, ArrowRight: at - back, Home: 0, End: -1 }[event.key]
  if (event.key === ' ') tabs[at]?.click()
  else if (to === undefined) return
  else tabs.at(to % tabs.length)?.focus()
  event.preventDefault()
}
