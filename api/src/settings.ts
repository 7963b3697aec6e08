import {
  amount,
  bucket,
  databaseUrl,
  dataFolder,
  drainTime,
  internalBind,
  mailFrom,
  mailUrl,
  metricsPort,
  origin,
  port,
  secretToken,
} from '@marram/server/environment'
import { z } from 'zod'

const MB = 1024 * 1024

const variables = z.object({
  API_PORT: port.default(3001).describe('Port of the API.'),
  MARRAM_DATA: dataFolder,
  DATABASE_URL: databaseUrl,
  API_EDGE_TOKEN: secretToken.describe(
    'Secret of our edge, the same as the edge has: the address of a visitor is believed with it alone. Without it all calls of an edge count as those of its own address. A start of the whole site sets it; set it where edge or API runs alone.',
  ),
  API_RATE_LIMIT: amount(60)
    .default(120)
    .describe(
      'Calls that write or cannot be cached, and searches that are not cached, for each client network, call and minute; at least 60. Each instance counts for itself.',
    ),
  API_UPLOADS: bucket
    .default('')
    .describe(
      'Bucket for images that visitors send, as s3://bucket/prefix; without it they are in MARRAM_DATA. Region, keys and other endpoints than Amazon are the SDK’s own variables: AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL_S3.',
    ),
  API_MEDIA: bucket
    .default('')
    .describe(
      'Bucket for pictures of the content; without it they are in MARRAM_DATA. Several APIs need one. The SDK’s own variables as with API_UPLOADS.',
    ),
  API_UPLOADS_CLIENT_BYTES: amount(1)
    .default(512 * MB)
    .describe(
      'Images of one client network that are stored within a day, in bytes; a school may be one. All instances count together.',
    ),
  API_UPLOADS_ALL_BYTES: amount(1)
    .default(8192 * MB)
    .describe('The same of all networks together.'),
  API_TOKEN_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret behind access and refresh tokens; created and stored in MARRAM_DATA where it is unset. Set it where several APIs run.',
    ),
  MAIL_URL: mailUrl.describe(
    'SMTP server; without it the site sends no mail: no receipts, no newsletter, no link for a forgotten password.',
  ),
  MAIL_FROM: mailFrom.describe('Who sends mails; `Marram <no-reply@HOST>` by default, with the host of PUBLIC_URL.'),
  PUBLIC_URL: origin
    .optional()
    .describe('Origin that visitors see, for links in mails; needed with MAIL_URL. A start of the whole site sets it.'),
  METRICS_PORT: metricsPort,
  INTERNAL_BIND: internalBind,
  DRAIN_MS: drainTime,
  API_FIRST_CONTENT: z
    .string()
    .default('')
    .describe('Folder of content for a database that has none; the sample content if unset, `none` for nothing.'),
})
/** Links in mails that lead to another computer than the site's would be found out by visitors alone. */
export const apiEnvironment = variables.refine(({ MAIL_URL, PUBLIC_URL }) => !MAIL_URL || PUBLIC_URL, {
  path: ['PUBLIC_URL'],
  error: 'must be set with MAIL_URL: it is where links in mails lead',
})
export type ApiSettings = z.output<typeof apiEnvironment>
