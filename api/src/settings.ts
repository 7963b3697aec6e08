import { MOST_FORM_BYTES } from '@marram/api-contract/submissions'
import {
  amount,
  bucket,
  dataFolder,
  drainTime,
  metricsBind,
  metricsPort,
  port,
  requestTime,
} from '@marram/server/environment'
import { z } from 'zod'

const MB = 1024 * 1024

/** Every variable that the API reads. */
export const apiEnvironment = z.object({
  API_PORT: port.default(3001).describe('Port of the API.'),
  API_BIND: z.string().default('127.0.0.1').describe('Address that the API listens on.'),
  MARRAM_DATA: dataFolder,
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL server; without it the database is embedded and lives in MARRAM_DATA.'),
  API_TRUSTED_PROXIES: z
    .string()
    .regex(
      /^(?:(?:loopback|linklocal|uniquelocal|[\da-f]*[.:][\da-f.:]*(?:\/\d{1,3})?)(?:,\s*|$))+$/i,
      'must be addresses',
    )
    .default('loopback')
    .describe('Addresses whose X-Forwarded-For is believed, separated by commas; the edge must be among them.'),
  API_RATE_LIMIT: amount(60)
    .default(120)
    .describe(
      'Calls that write or cannot be cached, and searches that are not ready, for each client network, call and minute; at least 60. Each instance counts for itself.',
    ),
  API_LOGIN_FAILURES: amount(1)
    .default(10)
    .describe('Failed logins with one phone no before it has to wait; all instances count together.'),
  API_LOGIN_MINUTES: amount(1).default(15).describe('How long they count, from the first.'),
  API_BODY_LIMIT: amount(1024)
    .default(1024 * 1024)
    .describe('Largest body in bytes.'),
  API_FORM_LIMIT: amount(1024).default(MOST_FORM_BYTES).describe('Largest filled form in bytes, images included.'),
  API_REQUEST_TIMEOUT_MS: requestTime.describe(
    'Time for a request to arrive: the default is for the largest filled form from a slow phone.',
  ),
  API_IMAGE_BYTES: amount(1024)
    .default(8 * 1024 * 1024)
    .describe('Largest image that a form accepts, in bytes.'),
  API_IMAGE_PIXELS: amount(1)
    .default(50_000_000)
    .describe(
      'Largest image that a form accepts, in pixels; one can take 20 bytes of memory for each while it is read.',
    ),
  API_IMAGES_WAITING: amount(0)
    .default(20)
    .describe(
      'Images of forms that may wait to be read, with their forms in memory; what comes on top is told to wait.',
    ),
  API_PICTURES_WAITING: amount(1)
    .default(30)
    .describe('Pictures for shared links that may be made or wait for it at one time.'),
  API_UPLOADS: bucket
    .default('')
    .describe(
      'Bucket for images that visitors send, as s3://bucket/prefix; without it they are in MARRAM_DATA. Region, keys and other endpoints than Amazon are the SDK’s own variables: AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_ENDPOINT_URL_S3.',
    ),
  API_UPLOADS_CLIENT_BYTES: amount(1)
    .default(512 * MB)
    .describe(
      'Images of one client network that are stored within a day, in bytes; a school may be one. All instances count together.',
    ),
  API_UPLOADS_ALL_BYTES: amount(1)
    .default(8192 * MB)
    .describe('The same of all networks together.'),
  API_FREE_DISK_BYTES: amount(0)
    .default(512 * MB)
    .describe('Room that images leave on the disk of MARRAM_DATA: with less, forms with images are refused.'),
  API_CACHE_BYTES: amount(0)
    .default(64 * 1024 * 1024)
    .describe('Memory for answers that are ready to send.'),
  API_TOKEN_SECRET: z
    .string()
    .min(32, 'must have at least 32 characters')
    .optional()
    .describe(
      'Secret behind access and refresh tokens; made and kept in MARRAM_DATA where it is unset. Set it where several APIs run.',
    ),
  API_METRICS_PORT: metricsPort,
  METRICS_BIND: metricsBind,
  DRAIN_MS: drainTime,
  API_FIRST_CONTENT: z
    .string()
    .default('')
    .describe('Folder of content for a database that has none; the sample content if unset, `none` for nothing.'),
})
export type ApiSettings = z.output<typeof apiEnvironment>
