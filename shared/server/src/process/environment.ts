import { z } from 'zod'

export const dataFolder = z.string().default('data').describe('Folder for everything the site writes.')

export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user:password@host:5432/name' })
  .optional()
  .describe('PostgreSQL server; without it the database is embedded and lives in MARRAM_DATA.')

export const mailUrl = z
  .url({ protocol: /^smtps?$/, error: 'must look like smtps://user:password@host:465' })
  .optional()

export const mailFrom = z
  .string()
  .regex(/^(?:[^<>]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/, 'must look like Marram <post@example.org>')
  .optional()

/** Of the registry. */
export const environmentName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*$/, 'must be small letters, digits and hyphens')
  .default('production')

/** Timers take no more. */
const MOST_MS = 2 ** 31 - 1

export function amount(least: number, most = Number.MAX_SAFE_INTEGER) {
  const range = most === Number.MAX_SAFE_INTEGER ? `, at least ${least}` : ` from ${least} to ${most}`
  const error = `must be a whole number${range}`
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error })
}

/** A TCP port; 0 takes a free one. */
export const port = amount(0, 65_535)

export const milliseconds = (least: number) => amount(least, MOST_MS)

/** Metrics are not for visitors: by default only this machine reads them. */
export const metricsPort = port.default(0).describe('Port of /metrics, for Prometheus; 0 takes a free one and logs it.')
/** For ports that visitors never reach: those of the API, the registry and /metrics. */
export const internalBind = z
  .string()
  .default('127.0.0.1')
  .describe('Address of the ports that only this machine or network uses, /metrics among them.')

/** Shorter than the time that a process has to stop altogether. */
export const drainTime = amount(0, 8000)
  .default(500)
  .describe(
    'How long a service that is stopping still responds, with /healthz 503, so that proxies can turn elsewhere.',
  )

/** True for `1`, `true`, `yes`, `on`, false for their opposites. */
export const flag = z.stringbool({ error: 'must be true or false' })

export const bucket = z
  .string()
  .regex(/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w./-]*)?$/, 'must look like s3://bucket/prefix')

/** Where a server is: scheme, host and port, nothing behind them. */
export const origin = z.string().transform((text, context) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`) return url.origin
  context.addIssue('must be an origin, such as https://example.org or http://127.0.0.1:3001, without a path')
  return z.NEVER
})

/** A token that an operator chooses. As random as a key, since anybody who reaches the service may guess. */
export const secretToken = z
  .string()
  .regex(/^[\w.~+/-]{32,200}=*$/, 'must be 32 to 200 letters, digits and -._~+/, such as `openssl rand -hex 32` prints')
  .optional()

/** The service's settings; an empty variable counts as unset. Reports each wrong one in a line and ends the process. */
export function readEnvironment<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  const result = parseEnvironment(schema, process.env)
  if (result.success) return result.data
  process.stderr.write(`${result.lines.join('\n')}\n`)
  process.exit(1)
}

/** As `readEnvironment`, but returns what is wrong instead of ending the process. */
export function parseEnvironment<Schema extends z.ZodObject>(
  schema: Schema,
  given: Record<string, string | undefined>,
): { success: true; data: z.output<Schema> } | { success: false; lines: string[] } {
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''))
  const result = schema.safeParse(set)
  if (result.success) return { success: true, data: result.data }
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return { success: false, lines: [...new Set(lines)] }
}

export type EnvironmentSchema = z.ZodObject

/** Name, default and meaning of every variable, for `--help` and docs/configuration.md. */
export function describeEnvironment(schema: z.ZodObject) {
  return Object.entries(schema.shape).map(([name, type]) => {
    const unset = (type as z.ZodType).safeParse(undefined)
    const standard = unset.success ? String(unset.data ?? '') : 'required'
    return { name, description: (type as z.ZodType).description ?? '', standard }
  })
}
