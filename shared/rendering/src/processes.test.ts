import { expect, it } from 'vitest'
import { hasNetworkNamespaces, networkReport } from './processes'

it.each([
  [true, 'info', 'render processes and trials have no network'],
  [false, 'warn', 'this system starts no process without a network: render processes and trials lack'],
])('says which it is: no network at all is %s', (isWithout, level, words) => {
  expect(networkReport(isWithout)).toEqual({ level, words: expect.stringContaining(words) })
})

it('says what this system allows', () => {
  expect(networkReport()).toEqual(networkReport(hasNetworkNamespaces()))
})
