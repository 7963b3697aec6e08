import type { Logger } from '@marram/server/log'
import type { EdgeSettings } from './environment'

const PATIENCE_MS = 3000
/** So long nothing is sent with a token that was refused: somebody has to make another one first. */
const REFUSED_MS = 60_000

/** Tells the registry, by the token of this edge, what is counted and seen here. */
export class RegistryTeller {
  private readonly base: string
  private readonly token: string | undefined
  private saysNothing = false
  private refusedUntil: number | undefined

  constructor(
    settings: Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT' | 'RELEASES_TOKEN'>,
    private readonly log: Pick<Logger, 'info' | 'warn' | 'error'>,
  ) {
    this.base = `${settings.RELEASES_URL}/releases/environments/${settings.MARRAM_ENVIRONMENT}`
    this.token = settings.RELEASES_TOKEN
  }

  /**
   * Throws where the registry cannot take it now, and may later. What it takes from nobody without a valid token is
   * forgotten: to keep it would only take memory.
   */
  async tell(what: 'evidence' | 'diagnostics', body: object): Promise<void> {
    if (this.token === undefined) return this.sayNothing()
    if (this.refusedUntil !== undefined && performance.now() < this.refusedUntil) return
    const response = await fetch(`${this.base}/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${this.token}` },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await response.body?.cancel()
    if (response.status === 401 || response.status === 403) return this.noteRefusal(response.status)
    if (!response.ok) throw new Error(`it answers ${response.status}`)
    if (this.refusedUntil !== undefined) this.log.info('the registry takes evidence and diagnostics of this edge again')
    this.refusedUntil = undefined
  }

  private sayNothing(): void {
    if (this.saysNothing) return
    this.saysNothing = true
    this.log.warn(
      'RELEASES_TOKEN is not set: evidence and diagnostics of this edge are not taken by the registry; `npm run release -- token create NAME --role edge --environment ENVIRONMENT` makes a token',
    )
  }

  private noteRefusal(status: number): void {
    if (this.refusedUntil === undefined)
      this.log.error(
        { status },
        'the registry refuses the token of this edge (RELEASES_TOKEN): its evidence and diagnostics are not taken; tried again once a minute',
      )
    this.refusedUntil = performance.now() + REFUSED_MS
  }
}
