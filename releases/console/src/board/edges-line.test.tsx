import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { expect, it } from 'vitest'
import { EdgesLine } from './board'

type Edge = Parameters<typeof EdgesLine>[0]['edges'][number]
const edge: Edge = {
  ...{ id: 'abcdef0123456789', name: 'one:3000', state: 'current', revision: 42, composition: '0123456789ab' },
  ...{ unusable: {}, since: null, reason: null, age: 3 },
}
const line = (...edges: Edge[]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <EdgesLine edges={edges} revision={42} />
    </MemoryRouter>,
  )

it('shows what each edge serves, when it last reported, and what it lacks', () => {
  expect(line()).toContain('No edge has reported here lately')
  expect(line(edge)).toContain('1 of 1 edge follows')
  expect(line(edge)).not.toContain('bad')
  expect(line(edge)).toMatch(/one:3000: revision 42, composition <a href="\/why\?id=0123456789ab".*<\/a>, 3 s ago/)
  const late = { ...edge, id: 'b', name: 'two:3000', state: 'behind', revision: 41, reason: 'digest of x.js' } as const
  const unable = { ...edge, id: 'c', name: 'three:3000', unusable: { quiz: { wanted: '2.0.0', reason: 'it throws' } } }
  const lagging = line(edge, late, { ...unable, age: 90, state: 'silent' })
  expect(lagging).toContain('1 of 3 edges follows')
  expect(lagging).toContain('two:3000 serves revision 41 of 42: digest of x.js.')
  expect(lagging).toContain('three:3000 has not reported for 90 s.')
  expect(lagging).toContain('three:3000 cannot use quiz 2.0.0: it throws.')
  expect(lagging).toContain('class="health bad"')
})
