import { ofAddress } from '@marram/contracts/participants'
import type { Participant } from '@marram/contracts/quiz'

/**
 * Who an address of the response page is about. Read from the address itself: the router's parameters take a written
 * `%2F` for a slash. Undefined where it is not properly encoded.
 */
export function participantIn({ pathname }: URL): Participant | undefined {
  const [name = '', phone = ''] = pathname.split('/').slice(2)
  try {
    return { name: ofAddress(decodeURIComponent(name)), phone: ofAddress(decodeURIComponent(phone)) }
  } catch {
    return undefined
  }
}
