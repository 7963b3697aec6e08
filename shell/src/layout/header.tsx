import { MenuIcon } from '@marram/ui/icons'
import { Wrap } from '@marram/ui/wrap'
import { NavLink } from 'react-router-dom'
import { Drawer, useDrawer } from './drawer'
import css from './header.module.css'
import { Logo } from './logo'
import { More } from './more-panel'
import { SessionControl } from './session-control'
import { mainItems } from './site'

/** `over` lies transparent on the hero of the home page. Everything opens without JavaScript too. */
export function Header({ over }: { over: boolean }) {
  const drawer = useDrawer()
  return (
    <header className={`${css.header} ${over ? css.over : ''}`}>
      <Wrap className={css.bar}>
        <Logo />
        <nav className={css.nav} aria-label="Main">
          <ul className={css.list}>
            {mainItems.map(({ title, to }) => (
              <li key={to}>
                <NavLink to={to} end={to === '/'} className={css.item}>
                  {title}
                </NavLink>
              </li>
            ))}
            <More className={css.item} />
          </ul>
        </nav>
        <SessionControl className={css.session} />
        <button
          type="button"
          className={css.burger}
          aria-label="Open menu"
          aria-expanded={drawer.open}
          popoverTarget={drawer.id}
          onClick={drawer.show}
        >
          <MenuIcon />
        </button>
      </Wrap>
      <Drawer {...drawer} />
    </header>
  )
}
