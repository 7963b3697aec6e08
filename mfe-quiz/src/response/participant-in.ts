import { ofAddress } from '@marram/api-contract/participants'
import type { Participant } from '@marram/api-contract/quiz'

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
