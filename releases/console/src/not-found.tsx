import { Link } from 'react-router-dom'
import { useTitle } from './page/title'

export function NotFound() {
  useTitle('Not found')
  return (
    <main id="main">
      <h1>There is nothing at this address</h1>
      <p>
        <Link to="/">Go to the board</Link>
      </p>
    </main>
  )
}
