import { expect, it } from 'vitest'
import { inTurns, sidesOf } from './sides'

const whole = { ours: 'ours', browser: 'browser', server: 'server', naive: 'naive' }

it('sides alternate, and each is measured as often as requested', async () => {
  const order: string[] = []
  const measured = await inTurns(
    { ...whole, zones: 'zones', singleSpa: 'single-spa' },
    (side) => (side === 'ours' ? 3 : 1),
    async (front) => order.push(front),
  )
  expect(order).toEqual(['browser', 'server', 'naive', 'zones', 'single-spa', 'ours', 'ours', 'ours'])
  expect(sidesOf(measured, (each) => each.join())).toEqual({
    yardstick: '1',
    serverRendered: '2',
    naive: '3',
    zones: '4',
    singleSpa: '5',
    ours: '6,7,8',
  })
})

it('a framework that has not built the page is not measured, and its cell says so', async () => {
  const measured = await inTurns(
    { ...whole, singleSpa: 'single-spa' },
    () => 1,
    async (front) => front,
  )
  expect(measured).not.toHaveProperty('zones')
  expect(sidesOf(measured, ([front]) => front as string)).toMatchObject({ zones: 'not built', singleSpa: 'single-spa' })
})
