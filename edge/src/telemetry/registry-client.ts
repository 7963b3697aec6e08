import type { InputOf } from '@marram/release-contract/call'
import { evidenceCalls } from '@marram/release-contract/calls/evidence'
import { type RegistryError, sendCall } from '@marram/release-contract/registry-client'
import type { Logger } from '@marram/server/log'
import type { FastifyInstance } from 'fastify'
import { repeat } from '../limits/timing'
import { type EdgeSettings, registryAccess } from '../settings'

type Report = 'addEvidence' | 'addDiagnostics'

const REFUSED_MS = 60_000
const EVERY_MS = 1000

export class RegistryClient {
  private refusedUntil: number | undefined

  constructor(
    private readonly settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT' | 'RELEASES_TOKEN'>,
    private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    if (settings.RELEASES_TOKEN === undefined)
      log.warn(
        'without RELEASES_TOKEN the registry accepts no evidence or diagnostics from this edge, which cannot show previews of releases that were never live; `npm run release -- token create NAME --role edge --environment ENVIRONMENT` makes a token',
      )
  }

  /** Throws if the registry may accept it later. Without a valid token the report is dropped: it would never be accepted. */
  async report<Name extends Report>(
    name: Name,
    body: Omit<InputOf<(typeof evidenceCalls)[Name]>, 'environment'>,
  ): Promise<void> {
    const { MARRAM_ENVIRONMENT: environment, RELEASES_TOKEN: token } = this.settings
    if (token === undefined) return
    if (this.refusedUntil !== undefined && performance.now() < this.refusedUntil) return
    try {
      await sendCall({ ...registryAccess(this.settings), token, checked: false }, evidenceCalls[name], {
        ...body,
        environment,
      })
    } catch (error) {
      const { status } = error as RegistryError
      if (status === 401 || status === 403) return this.noteRefusal(status)
      throw error
    }
    if (this.refusedUntil !== undefined)
      this.log.info('the registry accepts evidence and diagnostics of this edge again')
    this.refusedUntil = undefined
  }

  private noteRefusal(status: number): void {
    if (this.refusedUntil === undefined)
      this.log.error(
        { status },
        'the registry refuses the token of this edge (RELEASES_TOKEN): its evidence and diagnostics are not accepted; the next attempt is in a minute',
      )
    this.refusedUntil = performance.now() + REFUSED_MS
  }
}

/** Calls `send` every second, and once more when the edge closes. `send` retries what the registry did not accept. */
export function reportRegularly(
  app: FastifyInstance,
  send: () => Promise<void>,
  { log, what }: { log: Logger; what: string },
): void {
  let isTaken = true
  const attempt = async () => {
    try {
      await send()
      isTaken = true
    } catch (error) {
      if (isTaken) log.warn({ reason: (error as Error).message }, `the registry does not accept ${what}`)
      isTaken = false
    }
  }
  const closing = new AbortController()
  repeat(attempt, () => EVERY_MS, closing.signal)
  app.addHook('onClose', async () => {
    closing.abort()
    await attempt()
  })
}
