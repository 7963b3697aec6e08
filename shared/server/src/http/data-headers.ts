/** The policy of responses for programs: a browser that opens one runs nothing. */
export const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The policy of the page that shows our API's description. The edge does not replace it. */
export const DOCS_POLICY = [
  DATA_POLICY,
  "script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'",
  "img-src 'self' data:; font-src 'self' data:",
].join('; ')

/** Of a public response of our API: the revision of the content that it shows. */
export const CONTENT_REVISION = 'x-content-revision'

export type Headers = Record<string, string>

/** Of a response that is data: never a page, a script or a frame. */
export const DATA_HEADERS = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': DATA_POLICY,
  'referrer-policy': 'no-referrer',
}
