import type { PublicConfiguration } from '@marram/release-contract/composition'

let current: PublicConfiguration = { apiBase: '', mediaHost: '', origin: '' }

/** Called once by the shell, before any page renders. */
export function configure(given: PublicConfiguration): void {
  current = given
}

/** What the server sent to this site at run time. */
export const configuration = (): PublicConfiguration => current

/** An image value of the API as a URL: relative ones get the configured host in front, absolute and data URLs stay. */
export function imageUrl(value: string): string {
  if (value === '' || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(value)) return value
  return `${current.mediaHost}${value.startsWith('/') ? '' : '/'}${value}`
}
