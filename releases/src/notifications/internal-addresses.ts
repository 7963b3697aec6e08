import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Whether an IP address is not one of the public internet, or is in a network of this machine. */
export function isInternal(address: string): boolean {
  const found = ipaddr.process(address)
  if (found.range() !== 'unicast') return true
  return Object.values(networkInterfaces())
    .flatMap((all = []) => all)
    .some(({ cidr }) => {
      if (cidr === null) return false
      const [network, bits] = ipaddr.parseCIDR(cidr)
      return network.kind() === found.kind() && found.match([network, bits])
    })
}
