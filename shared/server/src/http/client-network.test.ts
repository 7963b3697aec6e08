import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clientNetwork, networkAddress } from './client-network'

describe('the network of a client', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::5', '2001:db8:1:2'],
    ['2001:db8::5', '2001:db8:0:0'],
    ['2001:0DB8::abcd:5', '2001:db8:0:0'],
    ['2001:db8:0:0:5::', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
  ])('of %s is %s', (address, network) => expect(clientNetwork(address)).toBe(network))

  it('is the same for every address in it, in any notation', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constant(0), fc.nat(0xffff)), { minLength: 8, maxLength: 8 }), (groups) => {
        const whole = groups.map((group) => group.toString(16))
        // URLs contain addresses in their shortest form.
        const shortest = new URL(`http://[${whole.join(':')}]`).hostname.slice(1, -1)
        expect(clientNetwork(shortest)).toBe(whole.slice(0, 4).join(':'))
        expect(clientNetwork(whole.join(':').toUpperCase())).toBe(clientNetwork(shortest))
      }),
    ))

  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['::1', '0:0:0:0::'],
    ['unknown', 'unknown'],
  ])('of %s has a representative address, which is in the same network: %s', (address, expected) => {
    expect(networkAddress(address)).toBe(expected)
    expect(clientNetwork(expected)).toBe(clientNetwork(address))
  })
})
