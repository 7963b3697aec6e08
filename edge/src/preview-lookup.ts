import { discoveryDocument } from '@marram/contracts/discovery'
import { z } from 'zod'
import type { EdgeSettings } from './environment'
import type { ReleasesAndMachines } from './machines'
import { rawGet } from './raw-get'

/** A preview follows what is live around it, about as fast as visitors do. */
const KNOWN_MS = 1000
const MOST_KNOWN = 100

const shown = z.object({
  environment: z.string(),
  what: z.string(),
  expiresAt: z.string(),
  document: discoveryDocument,
  source: z.object({ part: z.string(), origin: z.string() }).nullable(),
  needsToken: z.boolean().default(true),
})
export type Shown = z.infer<typeof shown>

type Settings = Pick<EdgeSettings, 'RELEASES_URL' | 'MARRAM_ENVIRONMENT'>
type Known = { at: number; told: Promise<Shown | undefined>; whole?: Promise<Shown | undefined> }

/** What links mean, as the registry says it, asked at most once a second for each. */
export class PreviewLookup {
  private readonly known = new Map<string, Known>()

  constructor(
    private readonly settings: Settings,
    private readonly machines: Pick<ReleasesAndMachines, 'with'>,
  ) {}

  /** What the link is about; undefined where it is none, or has ended. No machine is asked. */
  about(link: string): Promise<Shown | undefined> {
    return this.lookUp(link).told
  }

  /** What its pages are made of. Undefined also where a token has to open it first. */
  whole(link: string): Promise<Shown | undefined> {
    const known = this.lookUp(link)
    known.whole ??= known.told.then((preview) => preview && this.complete(preview))
    known.whole.catch(() => this.forget(link, known))
    return known.whole
  }

  private async complete(preview: Shown): Promise<Shown | undefined> {
    if (!preview.source) return preview
    if (preview.needsToken) return undefined
    return { ...preview, document: await this.machines.with(preview.source, preview.document) }
  }

  private lookUp(link: string): Known {
    const last = this.known.get(link)
    if (last && performance.now() - last.at < KNOWN_MS) return last
    if (this.known.size >= MOST_KNOWN) this.known.clear()
    const known: Known = { at: performance.now(), told: ask(this.settings, link) }
    this.known.set(link, known)
    known.told.catch(() => this.forget(link, known))
    return known
  }

  private forget(link: string, known: Known): void {
    if (this.known.get(link) === known) this.known.delete(link)
  }
}

async function ask({ RELEASES_URL, MARRAM_ENVIRONMENT }: Settings, link: string): Promise<Shown | undefined> {
  if (!/^[\w.-]+$/.test(link)) return undefined
  const { status, body } = await rawGet(`${RELEASES_URL}/releases/previews/${link}`, { timeout: 3000 })
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`the registry answers ${status} for a preview`)
  const preview = shown.parse(JSON.parse(body.toString('utf8')))
  return preview.environment === MARRAM_ENVIRONMENT ? preview : undefined
}
