import { Wrap } from '@marram/ui/wrap'
import { Logo } from '../logo'
import { mainItems } from '../site'
import { Drawer } from './drawer'
import css from './header.module.css'
import { More } from './more-panel'
import { NavLink } from './nav-link'
import { SessionControl } from './session-control'

/** `over` lies transparent on the hero of the home page. Everything opens without JavaScript too. */
export function Header({ over }: { over: boolean }) {
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
            <More className={css.item} />
          </ul>
        </nav>
        <SessionControl className={css.session} />
        <Drawer className={css.burger} />
      </Wrap>
    </header>
  )
}
