// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { openConsole, responding, shows } from '../testing/console'
import { stateOf } from '../testing/shapes'

it('shows each section beside each shell, why, what was found, and what is wrong', async () => {
  const path = '/releases/environments/production'
  const release = { environment: 'production', part: 'shell', version: '2.0.0' }
  const wrong = 'events 1.0.0 uses cache of react, which shell 2.0.0 does not export.'
  const opened = await openConsole('/environments/production/parts/shell/versions/2.0.0', {
    [`GET ${path}`]: responding('showEnvironment', {
      ...{ environment: 'production', revision: 1, composition: null, stops: [] },
      ...{ parts: { shell: stateOf({ stable: '2.0.0' }) }, edges: [] },
    }),
    [`GET ${path}/parts/shell/versions/2.0.0/gate`]: responding('showGate', {
      ...{ ...release, replaces: '1.0.0', passed: true, checks: [] },
      pairs: [
        {
          ...{ section: 'events', version: '1.1.0', shell: '2.0.0', why: 'live' },
          ...{ server: 'passed', browser: 'warned', message: null },
        },
        {
          ...{ section: 'events', version: '1.0.0', shell: '2.0.0', why: 'would come back' },
          ...{ server: 'failed', browser: null, message: wrong },
        },
      ],
    }),
  })
  await shows('Sections beside shells')
  const table = document.querySelector('section[aria-label="Sections beside shells"]')
  const rows = [...(table?.querySelectorAll('tr') ?? [])].map(({ children }) =>
    [...children].map(({ textContent }) => textContent),
  )
  expect(rows).toEqual([
    ['Section', 'Shell', 'Why', 'On the server', 'In a browser', 'What is wrong'],
    ['events 1.1.0', '2.0.0', 'live', 'Passed', 'Passed, with a note', ''],
    ['events 1.0.0', '2.0.0', 'would come back', 'Failed', 'Not tried', wrong],
  ])
  opened.close()
})
