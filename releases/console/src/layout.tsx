import { NavLink, Outlet } from 'react-router-dom'
import { Problem, useSending } from './forms/sending'
import { Button } from './page/button'
import { useSession, useWhyNot } from './session'
import { ThemeChoice } from './theme'

export function Layout() {
  const { caller, logOut } = useSession()
  const mayNot = useWhyNot()
  const { problem, run } = useSending()
  const limit = caller.part ?? caller.environment
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="top">
        <NavLink to="/" className="name" end>
          Marram release desk
        </NavLink>
        <nav aria-label="Console">
          <NavLink to="/" end>
            Board
          </NavLink>
          <NavLink to="/activity">Activity</NavLink>
          <NavLink to="/why">Why</NavLink>
          <NavLink to="/clean-up">Clean-up</NavLink>
          {mayNot('token', {}) === undefined && <NavLink to="/tokens">Tokens</NavLink>}
        </nav>
        <ThemeChoice />
        <p className="who">
          {caller.name}, {caller.role}
          {limit && ` of ${limit}`}
        </p>
        <Button onClick={() => run(logOut)}>Log out</Button>
      </header>
      <Problem>{problem}</Problem>
      <Outlet />
    </>
  )
}
