import { paths } from '@marram/api-contract/paths'
import { ChevronIcon, SearchIcon } from '@marram/ui/icons'
import { SearchBox } from '@marram/ui/search-box'
import { Wrap } from '@marram/ui/wrap'
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router-dom'
import { Logo } from '../logo'
import { mainItems, moreItems, type NavItem } from '../site'
import { Asks } from './asks'
import { Drawer } from './drawer'
import css from './header.module.css'
import searchCss from './header-search.module.css'
import panelCss from './more-panel.module.css'
import { currentMark, NavLink, useMarkedPath } from './nav-link'
import { SessionControl } from './session-control'

/** `over` lies transparent on the hero of the home page. `entries` of sections stand below More. Everything opens without JavaScript too. */
export function Header({ over, entries }: { over: boolean; entries: NavItem[] }) {
  const more = [...moreItems, ...entries]
  return (
    <header className={`${css.header} ${over ? css.over : ''}`}>
      <Wrap className={css.bar}>
        <Logo />
        <nav className={css.nav} aria-label="Main">
          <ul className={css.list}>
            {mainItems.map((item) => (
              <li key={item.to}>
                <NavLink item={item} className={css.item} />
              </li>
            ))}
            <More className={css.item} items={more} />
          </ul>
        </nav>
        <HeaderSearch className={css.round} />
        <Asks className={css.asks} />
        <SessionControl className={css.session} />
        <Drawer className={`${css.round} ${css.burger}`} more={more} />
      </Wrap>
    </header>
  )
}

function onToggle(changed: () => void): () => void {
  document.addEventListener('toggle', changed, true)
  return () => document.removeEventListener('toggle', changed, true)
}

/** A list of links. */
function More({ className, items }: { className?: string; items: NavItem[] }) {
  const panel = usePanel()
  // Unknown until hydration, so that the browser's own state is announced where there is no JavaScript.
  const open = useSyncExternalStore<boolean | undefined>(
    onToggle,
    () => panel.current?.matches(':popover-open') ?? false,
    () => undefined,
  )
  const pathname = useMarkedPath()
  return (
    <li>
      <button
        type="button"
        className={className}
        popoverTarget="more"
        aria-expanded={open}
        aria-current={items.some((item) => currentMark(item, pathname)) || undefined}
      >
        More <ChevronIcon className={panelCss.chevron} />
      </button>
      <div className={panelCss.panel} id="more" ref={panel} popover="auto">
        <ul className={panelCss.items}>
          {items.map((item) => (
            <li key={item.to}>
              <NavLink item={item} className={panelCss.item}>
                <span className={panelCss.title}>{item.title}</span>
                <span className={panelCss.about}>{item.about}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </div>
    </li>
  )
}

/** A button and a box below the header. The form leads to the search page, without JavaScript too. */
function HeaderSearch({ className }: { className?: string }) {
  const panel = usePanel()
  useEffect(() => {
    const input = panel.current?.querySelector('input')
    // So that the browser gives it the focus when the panel opens. As a property of React it would take it with the page.
    if (input) input.autofocus = true
  }, [panel])
  return (
    <div className={searchCss.place}>
      <button type="button" className={className} popoverTarget="header-search">
        <SearchIcon />
        <span className="visually-hidden">Search</span>
      </button>
      <div className={searchCss.panel} id="header-search" ref={panel} popover="auto">
        <SearchBox action={paths.search()} label="What are you looking for?" landmark="Whole site" />
      </div>
    </div>
  )
}

const hide = (panel: HTMLElement | null) => panel?.matches(':popover-open') && panel.hidePopover()

/** The ref of a native popover whose button has the same parent. A navigation closes it, and leaving both with Tab. */
function usePanel() {
  const panel = useRef<HTMLDivElement>(null)
  useOnNavigation(() => hide(panel.current))
  useEffect(() => {
    const around = panel.current?.parentElement
    const closeWhenLeft = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget && !around?.contains(relatedTarget as Node)) hide(panel.current)
    }
    around?.addEventListener('focusout', closeWhenLeft)
    return () => around?.removeEventListener('focusout', closeWhenLeft)
  }, [])
  return panel
}

/** Calls `left` when a navigation begins, or if it takes no time, when it has ended. */
function useOnNavigation(left: () => void): void {
  const { location: next } = useNavigation()
  const location = useLocation()
  const shown = useRef(location)
  const onNavigation = useEffectEvent(left)
  useEffect(() => {
    const isThere = shown.current !== location
    shown.current = location
    if (next || isThere) onNavigation()
  }, [next, location])
}
