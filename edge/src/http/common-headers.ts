import { DATA_POLICY, DOCS_POLICY } from '@marram/server/data-headers'
import { documentHeaders, POLICY_REPORTS } from '../compositions/content-security-policy'
import { isCall } from '../requests/error-pages'
import { type EdgeSettings, isSecure } from '../settings'
import { isOfApi, passedOn } from './upstream-headers'

/** Two years, as browsers ask for. Of this host alone: what else is under its domain is not ours to decide. */
const HTTPS_ONLY = 'max-age=63072000'

type Headers = Record<string, string>

/** What every response of this edge says, unless its route or an upstream says more. */
export function commonHeaders({ PUBLIC_URL }: Pick<EdgeSettings, 'PUBLIC_URL'>): Headers {
  return {
    ...documentHeaders,
    'content-security-policy': DATA_POLICY,
    ...(isSecure(PUBLIC_URL) && { 'strict-transport-security': HTTPS_ONLY }),
  }
}

/** What responses say that a browser may show. */
export const headersOfPages = (settings: Pick<EdgeSettings, 'PUBLIC_URL'>): Headers => ({
  ...commonHeaders(settings),
  // Browsers send reports by this header over https only; elsewhere the policy's `report-uri` is all they need.
  ...(isSecure(settings.PUBLIC_URL) && { 'reporting-endpoints': `policy="${POLICY_REPORTS}"` }),
})

/** Headers of a response by its address, unless its route or an upstream says more. */
export function headersFor(settings: Pick<EdgeSettings, 'PUBLIC_URL'>): (url: string) => Headers {
  const common = commonHeaders(settings)
  const { 'permissions-policy': _permissions, 'cross-origin-opener-policy': _opener, ...ofFiles } = common
  const ofPages = headersOfPages(settings)
  return (url) => (isReleaseFile.test(url) ? ofFiles : isCall(url) ? common : ofPages)
}

/** Sandboxed where they are opened alone. A page fetches dozens, and a phone what each of them says. */
const isReleaseFile = /^\/releases\/files\//

/** Pictures are shown, and a drawing that is opened on its own is a document. */
const SANDBOX = "default-src 'none'; style-src 'unsafe-inline'; sandbox"

/** Each of the types that browsers take for JavaScript has one of these names in it. */
const isScript = /(?:java|ecma|live|j)script/i
/** The page that shows our own API's description, and its scripts, as they are addressed by that page. */
const isOfDocs = /^\/api\/docs(?:[/?]|$)/

type Upstream = {
  prefix: string
  url: string
  /** Whose words are ours: the API that comes with this site, and not one that somebody else runs. */
  isOwnApi: boolean
}

/**
 * Headers of an upstream as visitors get them: of the API those on the list alone, without the name of a server, and so
 * that nothing it holds runs as this site, whatever it is and whatever type it claims. Only our own API's description has
 * scripts and a policy of its own: any other policy could allow what it likes.
 */
export function asData<Given extends Record<string, unknown>>({ prefix, url, isOwnApi }: Upstream, headers: Given) {
  const { server: _server, 'x-powered-by': _product, ...rest } = isOfApi(prefix) ? passedOn(headers) : headers
  const policy = headers['content-security-policy']
  const isDocs = prefix === '/api' && isOwnApi && isOfDocs.test(url)
  return {
    ...rest,
    // Pages may load scripts of this site, and none of theirs comes from there.
    ...(!isDocs && isScript.test(String(rest['content-type'])) && { 'content-type': 'application/octet-stream' }),
    'x-content-type-options': 'nosniff',
    'content-security-policy': isDocs && policy === DOCS_POLICY ? policy : SANDBOX,
  }
}
