import { Link, Route, Routes } from 'react-router-dom'
import { Activity } from './activity/activity'
import { Board } from './board/board'
import { ChangesProvider } from './changes/changes-provider'
import { CleanUp } from './clean-up/clean-up'
import { Compositions } from './compositions/compositions'
import { Layout } from './layout'
import { Title } from './page/page'
import { Release } from './release/release'
import { Rollout } from './rollout/rollout'
import { SessionGate } from './session'
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
            <Route path="activity" element={<Activity />} />
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
