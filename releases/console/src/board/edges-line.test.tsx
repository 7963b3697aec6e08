import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EdgesLine } from './board'

const line = (current: number, behind: Parameters<typeof EdgesLine>[0]['edges']['behind'] = []) =>
  renderToStaticMarkup(<EdgesLine edges={{ current, behind }} />)
const late = {
  id: 'abcdef0123456789',
  since: '2026-05-01T12:00:00Z',
  reason: 'digest of x.js',
  heardAt: '2026-05-01T12:05:00Z',
}

it('says how many edges serve what is live, and which do not, since when and why', () => {
  expect(line(0)).toContain('No edge has reported in the last minute')
  expect(line(1)).toContain('1 edge serves this')
  expect(line(3)).toContain('3 edges serve this')
  const lagging = line(2, [late, { ...late, id: '0123456789abcdef', since: null, reason: 'it has none' }])
  expect(lagging).toContain('2 of 4 edges serve this')
  expect(lagging).toMatch(
    /Edge abcdef0123456789 has served something older since <time dateTime="2026-05-01T12:00:00Z">.*<\/time>: digest of x\.js/,
  )
  expect(lagging).toContain('Edge 0123456789abcdef serves something older: it has none')
  expect(lagging).toContain('class="health bad"')
  expect(line(3)).not.toContain('bad')
})
