import { unlessRefused } from '@marram/sdk/storage'

const KEY = 'marram:devices'

/** Shows the API which visitors have logged in here before; undefined if none has, or for another host. */
export const knownDevice = (): string | undefined => unlessRefused(() => localStorage.getItem(KEY), null) ?? undefined

/** Stays after a logout, so that failed attempts of others do not block its visitor here. */
export function keepDevice(device: string | undefined): void {
  if (device) unlessRefused(() => localStorage.setItem(KEY, device), undefined)
}
