import { perMinute } from './per-minute'
import { RateLimit } from './rate-limiter'

const PER_CLIENT = 60
const PER_MINUTE = 120

/**
 * Whether one more report from this address is written down: so many a minute of one client, which cannot silence the
 * others, and so many of all together. What is beyond is counted alone.
 */
export function reportLimit(): (address: string) => boolean {
  const clients = new RateLimit(PER_CLIENT)
  const mayTake = perMinute(PER_MINUTE)
  return (address) => clients.allows(address) && mayTake()
}
