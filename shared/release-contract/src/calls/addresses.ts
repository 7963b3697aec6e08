import * as z from 'zod/mini'
import { post, read } from '../call'
import { pagePattern } from '../section'
import * as names from './names'

const text = z.string()
const addresses = z.object({
  environment: text,
  addresses: z.array(z.object({ pattern: text, part: text, by: text, since: names.moment })),
})
export type Addresses = z.output<typeof addresses>

const changed = z.object({ changed: z.boolean(), environment: text, part: text, pattern: text })
export type AddressChanged = z.output<typeof changed>

const ofPart = `${names.ofPart}/addresses` as const
const about = {
  body: z.object({ pattern: pagePattern, reason: z.optional(names.reason) }),
  response: changed,
  mayRepeat: () => true,
}

export const addressCalls = {
  listAddresses: read(`${names.ofEnvironment}/addresses`, 'Which part has which addresses', addresses),
  reserveAddress: post(
    `${ofPart}/reserve`,
    'reserve-address',
    'Reserve an address for a part before it goes live with it',
    about,
  ),
  releaseAddress: post(`${ofPart}/release`, 'release-address', "Let other parts claim a part's address", about),
}
