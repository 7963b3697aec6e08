import { unlessRefused } from '@marram/sdk/storage'

const KEY = 'marram:devices'

/** What shows the API that its visitors have logged in here before; undefined where nobody has, or another host is asked. */
export const knownDevice = (): string | undefined => unlessRefused(() => localStorage.getItem(KEY), null) ?? undefined

/** Stays after a logout: what others get wrong does not keep its visitor from logging in here. */
export function keepDevice(device: string | undefined): void {
  if (device) unlessRefused(() => localStorage.setItem(KEY, device), undefined)
}
