import { isIPv6 } from 'node:net'

/** Clients whose calls are counted together: one IPv4 address, or one /64, the smallest network of an IPv6 client. */
export function clientNetwork(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [front = [], back = []] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const zeros = address.includes('::') ? Array<string>(8 - front.length - back.length).fill('0') : []
  const groups = [...front, ...zeros, ...back].slice(0, 4)
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')
}

/** An address for a client's network: enough to count its calls, and less personal than its own address. */
export function networkAddress(address: string): string {
  const network = clientNetwork(address)
  return isIPv6(`${network}::`) ? `${network}::` : network
}
