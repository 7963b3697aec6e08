import { expect, it } from 'vitest'
import { inTurns, type Side, sidesOf } from './sides'

it('sides alternate, and each is measured as often as requested', async () => {
  const order: Side[] = []
  const measured = await inTurns(
    (side) => (side === 'ours' ? 3 : 1),
    async (side) => order.push(side),
  )
  expect(order).toEqual(['browser', 'server', 'naive', 'ours', 'ours', 'ours'])
  expect(sidesOf(measured, (each) => each.join())).toEqual({
    yardstick: '1',
    serverRendered: '2',
    naive: '3',
    ours: '4,5,6',
  })
})
