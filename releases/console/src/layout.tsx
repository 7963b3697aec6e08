import { useState } from 'react'
import { NavLink, Outlet } from 'react-router-dom'
import { Button } from './page/button'
import type { Refused } from './registry'
import { useSession, useWhyNot } from './session'
import { ThemeChoice } from './theme-choice'

export function Layout() {
  const { caller, logOut } = useSession()
  const mayNot = useWhyNot()
  const [problem, setProblem] = useState<string>()
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
        <Button onClick={() => logOut().catch((error: Refused) => setProblem(error.message))}>Log out</Button>
      </header>
      <p role="alert" className="problem">
        {problem}
      </p>
      <Outlet />
    </>
  )
}
