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

it('says what is behind, and never of what is newer', () => {
  expect(cell('2.1.0', '2.0.0')).toContain('behind 2.1.0')
  expect(cell('2.0.0', '2.0.0')).not.toContain('behind')
  expect(cell('1.0.5', '2.0.0')).not.toContain('behind')
  expect(cell('2.0.0-4cd5d225', '2.0.0-96e0f135')).toContain('behind 2.0.0-4cd5d225')
})
