import { isIssuer } from '@marram/release-contract/calls/identities'
import {
  amount,
  bucket,
  databaseUrl,
  dataFolder,
  drainTime,
  environmentName,
  flag,
  mailFrom,
  mailUrl,
  metricsPort,
  origin,
  port,
  secretToken,
} from '@marram/server/environment'
import { z } from 'zod'

const variables = z.object({
  RELEASES_PORT: port.default(3002).describe('Port of the registry.'),
  CONSOLE_PORT: port.default(3003).describe('Port of the console, which is an origin of its own.'),
  INTERNAL_BIND: z
    .string()
    .default('127.0.0.1')
    .describe('Address of the ports that only this machine or network uses: registry, console, metrics.'),
  CONSOLE_URL: origin
    .optional()
    .describe(
      'Origin at which browsers open the console, its only name; by default http://localhost:CONSOLE_PORT. A proxy before it must not change the Host header.',
    ),
  CONSOLE_OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine(isIssuer, 'must be an address of https')
    .optional()
    .describe('Issuer of OpenID Connect at which people log in to the console; each is an identity of the registry.'),
  CONSOLE_OIDC_CLIENT_ID: z.string().default('').describe('The client that the console is there.'),
  CONSOLE_OIDC_CLIENT_SECRET: z
    .string()
    .default('')
    .describe('Its secret. The issuer has to know CONSOLE_URL/console/callback as the address that logins lead to.'),
  PREVIEW_URL: origin
    .optional()
    .describe('Origin at which browsers open previews, so that links are whole. A start of the whole site sets it.'),
  MARRAM_ENVIRONMENT: environmentName.describe('Which environment is served there.'),
  RELEASES_ADMIN_TOKEN: secretToken.describe(
    'The administrator’s token, where it is chosen and not made by the first start; another one replaces it at the next start.',
  ),
  RELEASES_TOKEN: secretToken.describe(
    'Token of the edges of MARRAM_ENVIRONMENT, the same as they have, so that nobody has to make one; valid until it is revoked.',
  ),
  MARRAM_DATA: dataFolder,
  API_HOST: origin
    .default('http://127.0.0.1:3001')
    .describe('The product API, for pages that releases are tried with before they go live.'),
  RELEASES_FILES: bucket
    .default('')
    .describe(
      'Bucket for the files of releases, as s3://bucket/prefix; without it they are in MARRAM_DATA. The SDK’s own variables as with API_UPLOADS.',
    ),
  MARRAM_CHROMIUM: z
    .string()
    .default('')
    .describe(
      'Chromium in which the gate opens the pages of a release, by default the first one that is installed; `off` for none. The browser for `npm test` too.',
    ),
  MAIL_URL: mailUrl.describe('SMTP server for mails about changes; without it they go to webhooks alone.'),
  MAIL_FROM: mailFrom.describe('Who sends mails; `Marram <no-reply@HOST>` by default, with the host of CONSOLE_URL.'),
  NOTIFY_INTERNAL: flag
    .default(false)
    .describe(
      'Whether webhooks may go to addresses of this machine and its network, and by http. Whoever may add one then reaches what listens there.',
    ),
  REHEARSE_DAYS: amount(0)
    .default(0)
    .describe(
      'After how many days without a successful `npm run release -- rehearse` console and metrics report it; 0 for never.',
    ),
  BROTLI_QUALITY: amount(1, 11).default(11).describe('How hard published files are compressed.'),
  METRICS_PORT: metricsPort,
  DRAIN_MS: drainTime,
  DATABASE_URL: databaseUrl,
})

/** An issuer knows the console as a client, or lets nobody in. */
export const releasesEnvironment = variables.refine(
  ({ CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID, CONSOLE_OIDC_CLIENT_SECRET }) =>
    !CONSOLE_OIDC_ISSUER || (CONSOLE_OIDC_CLIENT_ID && CONSOLE_OIDC_CLIENT_SECRET),
  { path: ['CONSOLE_OIDC_ISSUER'], error: 'needs CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET as well' },
)
