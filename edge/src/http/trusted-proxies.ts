import net from 'node:net'
import { z } from 'zod'

const GROUPS = ['loopback', 'linklocal', 'uniquelocal']

function isRange(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  if (GROUPS.includes(text)) return true
  const most = { 0: -1, 4: 32, 6: 128 }[net.isIP(address)] as number
  return more.length === 0 && most > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most))
}

/** Whose X-Forwarded-For is believed, as Fastify's `trustProxy` takes it. */
export const trustedProxies = z
  .string()
  .default('false')
  .transform((text, context): false | string[] | ((address: string, hop: number) => boolean) => {
    const given = text.trim().toLowerCase()
    if (/^(false|no|off|0)$/.test(given)) return false
    // Fastify believes nobody when it is given the number itself.
    if (/^\d{1,2}$/.test(given)) return (_, hop) => hop < Number(given)
    const ranges = given.split(',').map((range) => range.trim())
    if (ranges.every(isRange)) return ranges
    const problem = /^(true|yes|on)$/.test(given)
      ? `${given} would believe whatever address a visitor claims: name the proxies`
      : `${text} names no proxies`
    context.addIssue(`${problem}, such as 127.0.0.1,10.0.0.0/8 or loopback, or say how many there are, or false`)
    return z.NEVER
  })
