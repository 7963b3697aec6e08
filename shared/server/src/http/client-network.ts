import { isIPv6 } from 'node:net'

/** Whose calls are counted together: an IPv4 address, or the /64 that every IPv6 client has to itself. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [front = [], back = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = address.includes('::') ? Array<string>(8 - front.length - back.length).fill('0') : []
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/** An address of a client's network: all that others need to count its calls, and less than its own. */
export function networkAddress(address: string): string {
  const network = clientNetwork(address)
  return isIPv6(`${network}::`) ? `${network}::` : network
}
