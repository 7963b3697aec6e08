import { create } from 'zustand'
import { unlessRefused } from './storage'

type Session = {
  loggedIn: boolean
  logIn: (tokens: { access: string; refresh: string }) => void
  logOut: () => void
}

const keys = {
  access: 'access_token',
  refresh: 'refresh_token',
  flag: 'loggedIn',
  /** When the access token came, by this device's clock. */
  since: 'marram:token-since',
} as const

/** If storage is refused, the visitor is not logged in. */
const read = (key: string) => unlessRefused(() => localStorage.getItem(key), null) || undefined

/** All or none: halves of two sessions would be no session. */
function keep(values: Record<string, string | undefined>): void {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (!value) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    for (const key of Object.keys(values)) unlessRefused(() => localStorage.removeItem(key), undefined)
  }
}

/** Also on the server, which has no storage. */
export const accessToken = (): string | undefined => read(keys.access)

/** For one use, by the shell only. */
export const refreshToken = (): string | undefined => read(keys.refresh)

/** Milliseconds since the access token came to this device; undefined if that is not known. */
export function accessTokenAge(): number | undefined {
  const since = Number(read(keys.since) ?? Number.NaN)
  return Number.isFinite(since) ? Date.now() - since : undefined
}

/** `loggedIn` is false until the shell calls `restoreSession`, so that server and browser render the same. */
export const useSession = create<Session>((set) => ({
  loggedIn: false,
  logIn: ({ access, refresh }) => {
    keep({
      [keys.access]: access,
      [keys.refresh]: refresh,
      [keys.flag]: 'true',
      [keys.since]: String(Date.now()),
    })
    set({ loggedIn: accessToken() === access })
    mark()
  },
  logOut: () => {
    keep({ [keys.access]: undefined, [keys.refresh]: undefined, [keys.flag]: undefined, [keys.since]: undefined })
    set({ loggedIn: false })
    mark()
  },
}))

/** By this attribute CSS shows Login or Log out in the header. */
function mark(): void {
  document.documentElement.dataset.session = accessToken() ? 'in' : 'out'
}

/** Reads the tokens, now and whenever another tab changes or may have changed them. Returns a function that stops it. */
export function restoreSession(): () => void {
  const sync = () => {
    useSession.setState({ loggedIn: accessToken() !== undefined })
    mark()
  }
  sync()
  const onStorage = (event: StorageEvent) => {
    if (event.key === null || Object.values<string>(keys).includes(event.key)) sync()
  }
  addEventListener('storage', onStorage)
  // Back or Forward may show a page that got no events meanwhile.
  addEventListener('pageshow', sync)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', sync)
  }
}
