import { create } from 'zustand'

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

/** Storage can be refused (private windows, full disk): the visitor is then simply not logged in. */
function unlessRefused<T>(use: () => T): T | undefined {
  try {
    return use()
  } catch {
    return undefined
  }
}

const read = (key: string) => unlessRefused(() => localStorage.getItem(key)) || undefined

/** All of them or none: half of one session beside half of another would be no session. */
function keep(values: Record<string, string | undefined>): void {
  try {
    for (const [key, value] of Object.entries(values)) {
      if (!value) localStorage.removeItem(key)
      else localStorage.setItem(key, value)
    }
  } catch {
    for (const key of Object.keys(values)) unlessRefused(() => localStorage.removeItem(key))
  }
}

/** Also on the server, which has no storage. */
export const accessToken = (): string | undefined => read(keys.access)

/** For one use: only the shell uses it up. */
export const refreshToken = (): string | undefined => read(keys.refresh)

/** Milliseconds since the access token came to this device; undefined where that is not known. */
export function accessTokenAge(): number | undefined {
  const since = Number(read(keys.since) ?? Number.NaN)
  return Number.isFinite(since) ? Date.now() - since : undefined
}

/** `loggedIn` starts as false everywhere, so that server and browser render the same; the shell calls `restoreSession` after hydration. */
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

/** The header shows Login or Log out by this attribute: right before the first paint, without React. */
function mark(): void {
  document.documentElement.dataset.session = accessToken() ? 'in' : 'out'
}

/** Reads the tokens, now and whenever another tab changes or may have changed them. Returns how to stop. */
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
  // A page that was put aside, and comes back by Back or Forward, got no event meanwhile.
  addEventListener('pageshow', sync)
  return () => {
    removeEventListener('storage', onStorage)
    removeEventListener('pageshow', sync)
  }
}
