import { expect, it } from 'vitest'
import { clickRow } from './click-rows'

const click = (...chain: string[]) => ({ chain, code: [] })

it('compares our worst click with the worst of each other side', () => {
  const clicks = {
    ours: [click('/api/a'), click('/releases/files/shell/1.0.0/browser/x.1db1.js', '/api/a'), click()],
    browser: [click('/y.js', '/z.js', '/api/a')],
    server: [click()],
    naive: [click('/api/a')],
  }
  expect(clickRow('next click', clicks, ({ chain }) => chain, 1)).toMatchObject({
    figure: 'next click, worst of 3',
    ours: '2: x.1db1.js, /api/a',
    yardstick: '3: /y.js, /z.js, /api/a (one run)',
    serverRendered: 'none (one run)',
    value: 2,
  })
})
