import { amount, dataFolder, port } from '@marram/service/environment'
import { z } from 'zod'

/** Every variable that the registry reads. */
export const releasesEnvironment = z.object({
  RELEASES_PORT: port.default(3002).describe('Port of the registry.'),
  RELEASES_BIND: z.string().default('127.0.0.1').describe('Address that the registry listens on.'),
  MARRAM_DATA: dataFolder,
  BROTLI_QUALITY: amount(1, 11).default(11).describe('How hard published files are compressed.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
    .optional()
    .describe('PostgreSQL server; without it the database is embedded and lives in MARRAM_DATA.'),
})
