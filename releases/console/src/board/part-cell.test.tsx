import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { environmentOf, stateOf } from '../testing/shapes'
import { PartCell } from './board'

const cell = (latest: string, stable: string) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <PartCell environment={environmentOf({ events: stateOf({ stable }) })} part="events" latest={latest} />
    </MemoryRouter>,
  )

it('shows a version as behind, and never for a newer one', () => {
  expect(cell('2.1.0', '2.0.0')).toContain('behind 2.1.0')
  expect(cell('2.0.0', '2.0.0')).not.toContain('behind')
  expect(cell('1.0.5', '2.0.0')).not.toContain('behind')
  const [earlier, later] = ['2.0.0-t20261122101112.g96e0f135', '2.0.0-t20261123101112.g4cd5d225']
  expect(cell(later, earlier)).toContain(`behind ${later}`)
  expect(cell(earlier, later)).not.toContain('behind')
})
