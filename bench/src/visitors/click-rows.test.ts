import { expect, it } from 'vitest'
import { clickRow } from './click-rows'

const click = (...chain: string[]) => ({ chain, code: [], shownMs: 1000 + chain.length, respondsMs: undefined })

it('compares our worst click with the worst of each other side', () => {
  const clicks = {
    ours: [click('/api/a'), click('/releases/files/shell/1.0.0/browser/x.1db1.js', '/api/a'), click()],
    browser: [click('/y.js', '/z.js', '/api/a')],
    server: [click()],
    naive: [click('/api/a')],
    zones: [{ ...click('/sports'), respondsMs: 2500 }],
  }
  expect(clickRow('next click', clicks, 'chain', 1)).toMatchObject({
    figure: 'next click, worst of 3',
    ours: '2: x.1db1.js, /api/a; shown after 1,001 (1,000–1,002) ms',
    yardstick: '3: /y.js, /z.js, /api/a; shown after 1,003 ms (one run)',
    serverRendered: 'none; shown after 1,000 ms (one run)',
    zones: '1: /sports; shown after 1,001 ms, responds after 2,500 ms (one run)',
    singleSpa: 'not built',
    value: 2,
  })
})
