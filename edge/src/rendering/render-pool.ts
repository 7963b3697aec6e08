import { renderCommand, residentBytes } from '@marram/rendering/processes'
import type { OnReport, OpenMessage, RenderedFor, RenderedPage, ServerBuild } from '@marram/rendering/render-messages'
import { RenderBusy, RenderProcessEnded, RenderWorker, type WorkerSettings } from '@marram/rendering/render-worker'
import type { Logger } from '@marram/server/log'
import { LRUCache } from 'lru-cache'
import { atMostEvery } from '../limits/timing'
import { SectionProcesses } from './section-processes'
import { APP_SHELL_MS, BuildTrials } from './trials'

/** A composition with the builds of all its sections. Each process gets one of them. */
export type CompositionBuilds = Omit<OpenMessage, 'section'> & { sections: Record<string, ServerBuild> }

type Settings = Omit<WorkerSettings, 'onReport'> & {
  onReport: OnReport
  processes: number
  timeoutMs: number
  log: Logger
}

type Runs = Pick<OpenMessage, 'shell' | 'section'> & { owner: string }
/** `owner`: all live compositions together, or one preview. */
type Open = { builds: CompositionBuilds; owner: string }
type Section = Runs & { processes: SectionProcesses }

/** For all sections, shells and previews together. A rollout of everything needs about this many. */
const MOST_PROCESSES = 32
const MOST_OF_PREVIEWS = 12
/** How long a late page is of use to the next visitor. What needs longer is a fault, and is late for everybody. */
const USEFUL_MS = 2000
const LIVE = 'live'
const TICK_MS = 500
/** Of a process besides its heap: code, stacks, buffers, and young objects in three halves of 32 MB. */
const BESIDE_HEAP_MB = 192
const IDLE_MS = { live: 300_000, preview: 60_000 }
/** How long the process of a successful trial waits for its composition. */
const SPARE_MS = 10_000
const MOST_SPARES = 16

/** Renders pages, each in a process with the shell and the one section that owns it. The process ends with the release. */
export class RenderPool {
  private readonly open = new Map<string, Open>()
  private readonly sections = new Map<string, Section>()
  private readonly spares = new LRUCache<string, RenderWorker>({
    max: MOST_SPARES,
    ttl: SPARE_MS,
    ttlAutopurge: true,
    dispose: (worker, _key, why) => {
      if (why !== 'delete') worker.kill()
    },
  })
  private readonly living = new Set<RenderWorker>()
  private readonly owners = new WeakMap<RenderWorker, string>()
  private readonly trials: BuildTrials
  private isServed: (build: ServerBuild) => boolean = () => true
  private tick: NodeJS.Timeout | undefined
  private startFailed = false
  private isStopped = false
  private readonly mayLogMemory = atMostEvery(Number.POSITIVE_INFINITY)

  constructor(private readonly settings: Settings) {
    this.trials = new BuildTrials(
      ({ shell, section }) => this.newWorker({ owner: 'trial', shell, section }),
      this.spare,
    )
  }

  /** Throws if no process may be given the folder. */
  start(): void {
    renderCommand(this.settings.folder, this.settings.memoryMb)
    this.tick = setInterval(() => void this.look(), TICK_MS).unref()
  }

  stop(): void {
    this.isStopped = true
    clearInterval(this.tick)
    for (const { processes } of this.sections.values()) processes.stop()
    for (const worker of this.living) worker.kill()
  }

  get size(): number {
    return this.living.size
  }

  /** Whether pages can be rendered: a process runs, or one was started when it was last needed. */
  get isAble(): boolean {
    return this.size > 0 || !this.startFailed
  }

  /** Opens a shell with at most one section in a process that serves no visitor. Rejects with the reason. */
  tryOut(message: OpenMessage): Promise<void> {
    return this.trials.take(message)
  }

  /** Its processes start with its first pages. Live compositions with the same builds share them; previews do not. */
  openComposition(builds: CompositionBuilds, { isPreview = false } = {}): void {
    const { id } = builds.composition
    this.open.set(id, { builds, owner: isPreview ? id : LIVE })
  }

  closeComposition(id: string): void {
    const closed = this.open.get(id)
    if (!closed) return
    this.open.delete(id)
    for (const [key, section] of this.sections) {
      if (section.owner !== closed.owner) continue
      section.processes.close(id)
      if (!this.isUsed(key)) this.end(key, section)
    }
  }

  /** Ends the processes of live builds that are no longer served, including those started for a late visitor. */
  serveOnly(isServed: (build: ServerBuild) => boolean): void {
    this.isServed = isServed
    for (const [key, section] of this.sections) if (!this.isStillServed(section)) this.end(key, section)
  }

  async warm(id: string): Promise<void> {
    const { sections } = this.opened(id).builds
    const warming = Object.values(sections).map(async (section) => this.processesOf(id, section).warm(id))
    await Promise.allSettled(warming)
  }

  /** `section` owns the page, and `pattern` is the page's, as its section declares it; without one it is the shell's. */
  async render(
    id: string,
    { url, section, pattern }: { url: string; section?: string | undefined; pattern: string },
    from: RenderedFor = {},
  ): Promise<RenderedPage> {
    const { builds, owner } = this.opened(id)
    const processes = this.processesOf(id, section === undefined ? undefined : builds.sections[section])
    const ask = { kind: 'render', composition: id, url, pattern, ...from } as const
    // Pages of previews are not cached.
    return processes.render(ask, this.settings.timeoutMs, owner === LIVE ? USEFUL_MS : 0)
  }

  async appShell(id: string): Promise<RenderedPage> {
    return this.processesOf(id).render({ kind: 'frame', composition: id }, APP_SHELL_MS)
  }

  private opened(id: string): Open {
    const found = this.open.get(id)
    if (!found) throw new Error(`composition ${id} is not open`)
    return found
  }

  private processesOf(id: string, section?: ServerBuild): SectionProcesses {
    const { builds, owner } = this.opened(id)
    const { shell } = builds
    const key = `${owner} ${keyOf(shell, section)}`
    const known = this.sections.get(key)
    if (known) return known.processes
    const runs = { owner, shell, section }
    const processes = new SectionProcesses({
      processes: owner === LIVE ? this.settings.processes : 1,
      log: this.settings.log,
      newWorker: () =>
        this.takeSpare(runs) ??
        // Nothing can be opened without a process of the shell, and there are few of them.
        (section ? this.newWorkerInTheLimit(runs) : this.newWorker(runs)),
      hasRoom: () => this.living.size < MOST_PROCESSES,
      messageOf: (id) => {
        const found = this.open.get(id)
        if (!found) return undefined
        const { sections: _, ...message } = found.builds
        return { ...message, section }
      },
    })
    this.sections.set(key, { ...runs, processes })
    return processes
  }

  private newWorker(runs: Runs): RenderWorker {
    // A trial that was ended by the stop would be repeated.
    if (this.isStopped) throw new RenderProcessEnded('the edge is stopping')
    this.startFailed = true
    const from = () => ({ ...runs, isLive: this.owners.get(worker) === LIVE })
    const onReport: WorkerSettings['onReport'] = (report) => this.settings.onReport(report, from())
    const worker = new RenderWorker({ ...this.settings, onReport })
    // With too many open files, Node reports the error later: without an id, no process was started.
    this.startFailed = worker.pid === undefined
    this.living.add(worker)
    this.owners.set(worker, runs.owner)
    void worker.ended.then(() => this.living.delete(worker))
    return worker
  }

  /** At the maximum, a process that is not needed is ended: for a preview, only one of a preview. */
  private newWorkerInTheLimit(runs: Runs): RenderWorker {
    const isPreview = runs.owner !== LIVE
    const ofPreviews = [...this.sections.values()]
      .filter((each) => each.owner !== LIVE)
      .reduce((sum, { processes }) => sum + processes.size, 0)
    const isFull = this.living.size >= MOST_PROCESSES || (isPreview && ofPreviews >= MOST_OF_PREVIEWS)
    if (isFull && !this.makeRoom(isPreview)) throw new RenderBusy('too many render processes are in use')
    return this.newWorker(runs)
  }

  private makeRoom(forPreview: boolean): boolean {
    if (!forPreview && this.spares.pop()) return true
    const rank = ({ owner, processes }: Section) => (owner === LIVE ? 0 : Number.MAX_SAFE_INTEGER) + processes.idleMs
    const idle = [...this.sections]
      .filter(([, { owner, processes }]) => processes.size > 0 && !processes.isBusy && !(forPreview && owner === LIVE))
      .sort(([, a], [, b]) => rank(b) - rank(a))[0]
    if (!idle) return false
    this.end(...idle)
    return true
  }

  private readonly spare = (worker: RenderWorker, { shell, section }: OpenMessage): void => {
    const key = keyOf(shell, section)
    if (this.spares.has(key) || this.living.size > MOST_PROCESSES) worker.kill()
    else this.spares.set(key, worker)
  }

  private takeSpare(runs: Runs): RenderWorker | undefined {
    const key = keyOf(runs.shell, runs.section)
    const spare = this.spares.get(key)
    this.spares.delete(key)
    if (!spare?.alive) return undefined
    this.owners.set(spare, runs.owner)
    return spare
  }

  private end(key: string, { processes }: Section): void {
    this.sections.delete(key)
    void processes.drain()
  }

  private isUsed(key: string): boolean {
    const keysOf = ({ builds: { shell, sections }, owner }: Open) =>
      [undefined, ...Object.values(sections)].map((section) => `${owner} ${keyOf(shell, section)}`)
    return [...this.open.values()].some((open) => keysOf(open).includes(key))
  }

  private isStillServed({ owner, shell, section }: Section): boolean {
    return owner !== LIVE || (this.isServed(shell) && (!section || this.isServed(section)))
  }

  private async look(): Promise<void> {
    for (const [key, section] of this.sections) {
      const { owner, processes } = section
      const idleMs = owner === LIVE ? IDLE_MS.live : IDLE_MS.preview
      if (processes.isBusy) continue
      if (processes.idleMs > idleMs || !this.isStillServed(section)) this.end(key, section)
      else processes.shrink()
    }
    // Memory outside V8 included. A process that spins can only be measured from outside.
    const most = (this.settings.memoryMb + BESIDE_HEAP_MB) * 1024 * 1024
    for (const worker of this.living) {
      const bytes = worker.pid && (await residentBytes(worker.pid, this.onUnreadMemory))
      if (bytes && bytes > most) worker.kill(`it used ${Math.round(bytes / 1024 / 1024)} MB`)
    }
  }

  private readonly onUnreadMemory = ({ message: reason }: Error): void => {
    if (this.mayLogMemory()) this.settings.log.error({ reason }, 'the memory of render processes cannot be read')
  }
}

const buildKey = ({ part, version, integrity }: ServerBuild) => `${part}@${version} ${integrity}`
const keyOf = (shell: ServerBuild, section: ServerBuild | undefined) =>
  [shell, ...(section ? [section] : [])].map(buildKey).join(' ')
