import { Link, NavLink, Outlet, Route, Routes } from 'react-router-dom'
import { Activity } from './activity/activity'
import { Approvals } from './approvals/approvals'
import { Board } from './board/board'
import { ChangesProvider } from './changes/change-dialog'
import { CleanUp } from './clean-up/clean-up'
import { Compositions } from './compositions/compositions'
import { Delivery } from './delivery/delivery'
import { Problem, useSending } from './forms/sending'
import { Notifications } from './notifications/notifications'
import { Button, Title } from './page/page'
import { Links } from './previews/links'
import { Release } from './release/release'
import { Rollout } from './rollout/rollout'
import { Schedule } from './schedule/schedule'
import { SessionGate, useSession, useWhyNot } from './session'
import { Tokens } from './tokens/tokens'
import { Why } from './why/why'

export function Console() {
  return (
    <SessionGate>
      <ChangesProvider>
        <Routes>
          <Route element={<Layout />}>
            <Route index element={<Board />} />
            <Route path="environments/:environment/parts/:part" element={<Rollout />} />
            <Route path="environments/:environment/parts/:part/versions/:version" element={<Release />} />
            <Route path="environments/:environment/compositions" element={<Compositions />} />
            <Route path="environments/:environment/previews" element={<Links />} />
            <Route path="environments/:environment/schedule" element={<Schedule />} />
            <Route path="environments/:environment/notifications" element={<Notifications />} />
            <Route path="environments/:environment/approvals" element={<Approvals />} />
            <Route path="activity" element={<Activity />} />
            <Route path="delivery" element={<Delivery />} />
            <Route path="why" element={<Why />} />
            <Route path="clean-up" element={<CleanUp />} />
            <Route path="tokens" element={<Tokens />} />
            <Route path="*" element={<NotFound />} />
          </Route>
        </Routes>
      </ChangesProvider>
    </SessionGate>
  )
}

const NotFound = () => (
  <main id="main">
    <Title>Not found</Title>
    <h1>There is nothing at this address</h1>
    <p>
      <Link to="/">Go to the board</Link>
    </p>
  </main>
)

function Layout() {
  const { caller, logOut } = useSession()
  const whyNoTokens = useWhyNot('token', {})
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
          <NavLink to="/delivery">Delivery</NavLink>
          <NavLink to="/why">Why</NavLink>
          <NavLink to="/clean-up">Clean-up</NavLink>
          {whyNoTokens === undefined && <NavLink to="/tokens">Tokens</NavLink>}
        </nav>
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
