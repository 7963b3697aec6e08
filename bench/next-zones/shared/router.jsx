// What pages and layout use of React Router, by Next.js's own router.
import NextLink from 'next/link'
import Router, { useRouter } from 'next/router'
import { createContext, createElement, useContext, useMemo } from 'react'

/** What the loader of the nearest route returned, and the page that its layout shows. */
const Data = createContext(undefined)
const Page = createContext(null)
export const UNSAFE_DataRouterStateContext = createContext(null)

export const Route = ({ data, page, children }) => (
  <Page value={page}>
    <Data value={data}>{children}</Data>
  </Page>
)
export const Outlet = () => useContext(Page)
export const useLoaderData = () => useContext(Data)

const ofZone = (address) => process.env.ZONE_PAGES.split(' ').includes(address.split(/[?#]/, 1)[0])

/** A page of another zone is a document of its own, and its link no link of Next.js. */
export const Link = ({ to, replace, state, preventScrollReset, ...others }) =>
  ofZone(to)
    ? createElement(NextLink, { href: to, replace, scroll: !preventScrollReset, ...others })
    : createElement('a', { href: to, ...others })
export { Link as NavLink }

/** What entries of the history carry, by address. */
const states = new Map()

export function useLocation() {
  const { asPath } = useRouter()
  return useMemo(() => {
    const { pathname, search, hash } = new URL(asPath, 'http://zone.invalid')
    return { pathname, search, hash, key: asPath, state: states.get(asPath) ?? null }
  }, [asPath])
}

function navigate(to, { replace = false, state, preventScrollReset } = {}) {
  if (typeof to === 'number') return history.go(to)
  const address = typeof to === 'string' ? to : `${location.pathname}${to.search ?? ''}${to.hash ? `#${to.hash}` : ''}`
  if (!ofZone(address)) return location.assign(address)
  states.set(address, state)
  return Router[replace ? 'replace' : 'push'](address, undefined, { scroll: !preventScrollReset })
}
export const useNavigate = () => navigate

const idle = { state: 'idle', location: undefined }
export const useNavigation = () => idle
export const useRevalidator = () => ({ state: 'idle', revalidate: () => Router.replace(Router.asPath) })
const matches = []
export const useMatches = () => matches
const unblocked = { state: 'unblocked' }
export const useBlocker = () => unblocked
export const useParams = () => useRouter().query
export const useSearchParams = () => [new URLSearchParams(useLocation().search)]
export const useRouteError = () => undefined
export const isRouteErrorResponse = () => false
export const data = (body, { status }) => Object.assign(new Error(`status ${status}`), { data: body, status })
export const redirect = (address) => Object.assign(new Error(`moved to ${address}`), { address })
