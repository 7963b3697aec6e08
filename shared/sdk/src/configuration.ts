import type { PublicConfiguration } from '@marram/release-contract/composition'

let current: PublicConfiguration = { apiBase: '', mediaHost: '', origin: '' }

/** Called once by the shell, before any page renders. */
export function configure(given: PublicConfiguration): void {
  current = given
}

export const configuration = (): PublicConfiguration => current

/** The URL of an image value of the API: relative ones are on the configured host. */
export function imageUrl(value: string): string {
  if (value === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(value)) return value
  return `${current.mediaHost}${value.startsWith('/') ? '' : '/'}${value}`
}
