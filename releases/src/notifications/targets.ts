import { isIP } from 'node:net'
import { z } from 'zod'
import type { RegistryContext } from '../context'
import { Refusal } from '../refusal'
import { isInternal } from './internal-addresses'

const mailAddress = z.email().max(254)
export const isMail = (target: string): boolean => !URL.canParse(target)

/** What readers of the release desk see of it: whoever knows the address of a webhook can often write there. */
export function shownTarget(target: string): string {
  if (isMail(target)) return target.replace(/^(.).*@/u, '$1…@')
  const { origin, pathname, search } = new URL(target)
  const rest = `${pathname}${search}`
  return rest.length <= 1 ? origin : `${origin}/…${rest.length > 12 ? rest.slice(-4) : ''}`
}

/** Throws a `Refusal` if the registry could not send anything there. */
export function checkedTarget(target: string, { mail, internalWebhooks }: RegistryContext): string {
  if (isMail(target)) {
    if (!mailAddress.safeParse(target).success)
      throw new Refusal('invalid', 'A recipient is the https:// URL of a webhook, or an e-mail address.')
    if (!mail) throw new Refusal('refused', 'This registry sends no mail: its MAIL_URL is not set.')
    return target
  }
  const url = new URL(target)
  if (url.protocol !== 'https:' && !(internalWebhooks && url.protocol === 'http:'))
    throw new Refusal('invalid', 'The URL of a webhook begins with https://.')
  if (url.username || url.password || url.hash)
    throw new Refusal('invalid', 'The URL of a webhook has no user, password or fragment.')
  const host = hostOf(url)
  if (!internalWebhooks && isIP(host) && isInternal(host)) throw new Refusal('refused', INTERNAL)
  return url.href
}

/** Without the brackets of an IPv6 address. */
export const hostOf = ({ hostname }: Pick<URL, 'hostname'>): string => hostname.replace(/^\[|\]$/g, '')

export const INTERNAL =
  'The address is inside of the network of this machine, where webhooks are sent only with NOTIFY_INTERNAL.'
