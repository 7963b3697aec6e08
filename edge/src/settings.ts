import type { PublicConfiguration } from '@marram/release-contract/composition'
import {
  amount,
  dataFolder,
  drainTime,
  environmentName,
  flag,
  internalBind,
  metricsPort,
  milliseconds,
  origin,
  port,
  readEnvironment,
  secretToken,
} from '@marram/server/environment'
import { EDGE_TOKEN } from '@marram/server/request-id'
import { z } from 'zod'

const origins = z
  .string()
  .transform((text) => text.split(',').map((each) => each.trim()))
  .pipe(z.array(origin))

/** A path is appended to it. */
const mediaPrefix = z
  .url({ protocol: /^https?$/, error: 'must look like https://media.example.org' })
  .regex(/^[^\s?#@]*$/, 'must be an address without a user, ? or #')
  .transform((url) => url.replace(/\/+$/, ''))

const ranges = z.array(
  z.union([z.enum(['loopback', 'linklocal', 'uniquelocal']), z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
)

/** Whose X-Forwarded-For is believed, as Fastify's `trustProxy` takes it. */
export const trustedProxies = z
  .string()
  .default('false')
  .transform((text, context): false | string[] | ((address: string, hop: number) => boolean) => {
    const given = text.trim().toLowerCase()
    if (/^(false|no|off|0)$/.test(given)) return false
    // Fastify believes no proxy when it is given the number itself.
    if (/^\d{1,2}$/.test(given)) return (_, hop) => hop < Number(given)
    const { data } = ranges.safeParse(given.split(',').map((range) => range.trim()))
    if (data) return data
    const problem = /^(true|yes|on)$/.test(given)
      ? `${given} would believe whatever address a visitor claims: name the proxies`
      : `${text} names no proxies`
    context.addIssue(`${problem}, such as 127.0.0.1,10.0.0.0/8 or loopback, or the number of proxies, or false`)
    return z.NEVER
  })

export const edgeEnvironment = z.object({
  PORT: port.default(3000).describe('The one public port.'),
  BIND: z.string().default('127.0.0.1').describe('Address that the public port listens on; 0.0.0.0 for every network.'),
  PUBLIC_URL: origin
    .optional()
    .describe(
      'Origin that visitors see, for canonical links and for the scripts that pages may run; http://localhost:PORT by default. Set it where a proxy changes the Host header.',
    ),
  PREVIEW_PORT: port
    .default(3004)
    .describe('Port of the previews, which are an origin of their own; it listens on the address of the public port.'),
  PREVIEW_URL: origin
    .optional()
    .describe(
      'Origin at which links to previews are followed, with a name and not an IP address; http://localhost:PREVIEW_PORT by default. Each preview has a host of its own beneath it. A proxy leads its host, and all beneath it (*.HOST), to either port, and does not change the Host header.',
    ),
  API_HOST: origin
    .default('http://127.0.0.1:3001')
    .describe('The product API. Another host may be given at any start.'),
  API_EDGE_TOKEN: secretToken.describe(
    'Secret by which our API knows this edge, the same as the API has: the API believes it which visitor a call is for, and /api/docs may run its scripts. A start of the whole site sets it with its own API. Set it where edge or API runs alone, and never for a host of somebody else, which would receive it.',
  ),
  MEDIA_HOST: mediaPrefix
    .optional()
    .describe(
      'Prefix of relative image values: empty for this site, which is the default with our own API (API_EDGE_TOKEN); else API_HOST.',
    ),
  RELEASES_URL: origin.default('http://127.0.0.1:3002').describe('The release registry.'),
  RELEASES_TOKEN: z
    .string()
    .regex(/^[\w.~+/-]{1,200}=*$/, 'must be a token of the registry')
    .optional()
    .describe(
      'Token of an edge at the registry: with it, evidence and diagnostics are taken, previews show releases that were never live, and stacks of faults name sources. A start of the whole site sets it.',
    ),
  MARRAM_ENVIRONMENT: environmentName.describe('Which environment of the registry this edge serves.'),
  CONSOLE_URL: origin
    .optional()
    .describe(
      'Where the console is: /console leads there. Nothing is there by default; a start of the whole site sets it.',
    ),
  MARRAM_DATA: dataFolder,
  TRUST_PROXY: trustedProxies.describe(
    'Proxies of your own whose X-Forwarded-For is believed: addresses and ranges separated by commas; or their number, if only they can reach this port.',
  ),
  CACHE_URLS: origins
    .default([])
    .describe(
      'HTTP caches in front of the edges, separated by commas: each is sent PURGE when a release goes live or the content changes. None by default.',
    ),
  RENDER_PROCESSES: amount(1)
    .default(2)
    .describe('Processes that render pages of one section at the most; they are started when they are needed.'),
  RENDER_TIMEOUT_MS: milliseconds(50)
    .default(800)
    .describe(
      'A page that takes longer is sent as the app shell and rendered by the browser. What comes within 2 s more is cached.',
    ),
  UPSTREAM_TIMEOUT_MS: milliseconds(50)
    .default(20_000)
    .describe('Time that API and registry have for a response, and for each further piece of it.'),
  METRICS_PORT: metricsPort,
  INTERNAL_BIND: internalBind,
  DRAIN_MS: drainTime,
  PREVIEW_HOSTS: origins
    .default([])
    .describe(
      'Origins of dev sources (computers of developers), separated by commas, that a preview may take a part from; none by default.',
    ),
  LIVE_RELOAD: flag.default(false).describe('Development: open pages reload when another composition goes live.'),
  PAGE_CACHE_BYTES: amount(0).default(134_217_728).describe('Memory for cached pages; 0 renders every page anew.'),
})

export type EdgeSettings = z.output<typeof edgeEnvironment> & { PUBLIC_URL: string; MEDIA_HOST: string }

/** Settings that no operator needs to change; tests do. Times are in milliseconds. */
export const edgeLimits = {
  /** Memory of one render process; one that needs more is replaced. */
  renderMemoryMb: 256,
  /** For a request to arrive: 24 MB, the largest filled form, take 126 s at the 1.6 Mbps of a slow phone. */
  requestMs: 180_000,
  /** Idle time after which a connection is closed; longer than UPSTREAM_TIMEOUT_MS. */
  silentMs: 60_000,
  /** Calls without a body that API and registry handle at a time; 8 times as many wait, for up to 10 seconds. */
  upstreamCalls: 128,
  /** Visitors' connections at a time; more are closed. */
  connections: 5000,
  /** How many of them one address may have, or one IPv6 network (/64): a company or a mobile network is one. */
  connectionsOfClient: 1000,
  /** How long a page is cached where the API does not name its content revision. */
  pageFreshMs: 30_000,
  /** How often an API is asked for its content revision that does not hold the request until there is another. */
  contentPollMs: 200,
  /** The same for the registry's document. */
  discoveryPollMs: 200,
}
export type EdgeLimits = typeof edgeLimits

type OfApi = Pick<EdgeSettings, 'API_EDGE_TOKEN'>

/** Not recognised by its address: another API may listen there, even on this machine. */
export const isOwnApi = ({ API_EDGE_TOKEN }: OfApi): boolean => API_EDGE_TOKEN !== undefined

/** Sent with a call for a visitor, so that the API believes what this edge sends about the visitor. */
export const edgeProof = ({ API_EDGE_TOKEN }: OfApi): Record<string, string> =>
  API_EDGE_TOKEN === undefined ? {} : { [EDGE_TOKEN]: API_EDGE_TOKEN }

/** For single calls of the table, which what sent them repeats. */
export const registryAccess = ({ RELEASES_URL: url }: Pick<EdgeSettings, 'RELEASES_URL'>) => ({
  ...{ url, setting: 'RELEASES_URL', attempts: 1, checked: true, timeoutMs: 3000 },
})

export const isSecure = (publicUrl: string): boolean => publicUrl.startsWith('https:')

export const configurationOf = (settings: Pick<EdgeSettings, 'MEDIA_HOST' | 'PUBLIC_URL'>): PublicConfiguration => ({
  apiBase: '',
  mediaHost: settings.MEDIA_HOST,
  origin: settings.PUBLIC_URL,
})

export function readEdgeSettings(): EdgeSettings {
  const given = readEnvironment(edgeEnvironment)
  return {
    ...given,
    PUBLIC_URL: given.PUBLIC_URL ?? `http://localhost:${given.PORT}`,
    MEDIA_HOST: given.MEDIA_HOST ?? (isOwnApi(given) ? '' : given.API_HOST),
  }
}
