import { randomBytes } from 'node:crypto'
import type { EdgeState, Opened, ReportedFault } from '@marram/release-contract/diagnostics'
import { type Logger, loggableWords } from '@marram/server/log'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { visitorOf } from '../requests/visitor'
import type { ReadableStacks } from './readable-stacks'
import { type RegistryClient, reportRegularly } from './registry-client'

type Parts = {
  compositions: {
    choicesFor: (visitor: string) => ReportedFault['choices']
    takeOpened: () => Opened[]
    serves: () => Promise<Pick<EdgeState, 'composition' | 'unusable'>>
  }
  previews: {
    isFollowed: (request: FastifyRequest) => boolean
    whatOf: (request: FastifyRequest) => Promise<string | undefined>
  }
  feed: { state: () => Omit<EdgeState, 'id'> }
  registry: Pick<RegistryClient, 'report'>
  stacks: Pick<ReadableStacks, 'read'>
  log: Logger
  /** Name of this edge, for people. */
  name: string
}
type BrowserReport = Omit<ReportedFault, 'id' | 'choices' | 'preview' | 'previewOf' | 'place'> & {
  stack?: string | undefined
}

const STATE_EVERY_MS = 20_000
const MOST_REASON = 300
const MOST_KEPT = 200

/** Reports to the registry what this edge serves and what browsers report, so that it can explain what a visitor saw. */
export function registerDiagnostics(
  app: FastifyInstance,
  { compositions, previews, feed, registry, stacks, log, name }: Parts,
) {
  const opened = new Map<string, Opened>()
  const reports: ReportedFault[] = []
  const id = randomBytes(8).toString('hex')
  let lastState = ''
  let lastReport = Number.NEGATIVE_INFINITY

  let isEnding = false
  app.addHook('preClose', async () => {
    isEnding = true
  })

  const send = async () => {
    const { reason, ...state } = feed.state()
    const serves = await compositions.serves().catch(() => ({}))
    const edge = {
      id,
      name,
      ...state,
      reason: reason?.slice(0, MOST_REASON),
      ...serves,
      ...(isEnding && { ended: true }),
    }
    const isNews = JSON.stringify(edge) !== lastState || performance.now() - lastReport >= STATE_EVERY_MS
    for (const one of compositions.takeOpened()) if (opened.size < MOST_KEPT) opened.set(one.id, one)
    if (opened.size === 0 && reports.length === 0 && !isNews) return
    const report = { opened: [...opened.values()], reports: [...reports], edge }
    await registry.report('addDiagnostics', report)
    for (const { id } of report.opened) opened.delete(id)
    reports.splice(0, report.reports.length)
    lastState = JSON.stringify(edge)
    lastReport = performance.now()
  }
  reportRegularly(app, send, { log, what: 'what was opened' })

  /** Takes a browser's report, whose id its visitor sees. About the visitor, the edge adds only `choices`. */
  return async ({ stack = '', ...report }: BrowserReport, request: FastifyRequest): Promise<void> => {
    const id = /^#([a-z0-9]{4,10}) /.exec(report.message)?.[1]
    // Before anything is looked up for it, and again afterwards: many may be looked up at the same time.
    if (id === undefined || reports.length >= MOST_KEPT) return
    const visitor = visitorOf(request.raw)
    // Without the cookie, the number that the page was chosen by is not known, and a new one would be wrong.
    const isTrue = ({ rule }: ReportedFault['choices'][string]) => rule === 'only' || !visitor.isNew
    const all = Object.entries(compositions.choicesFor(visitor.id))
    const choices = Object.fromEntries(all.filter(([, choice]) => isTrue(choice)))
    const message = loggableWords(report.message).slice(0, 300)
    const stage = report.stage && loggableWords(report.stage)
    const preview = previews.isFollowed(request)
    const what = preview ? await previews.whatOf(request) : undefined
    const place = placeOf(await stacks.read(stack), report.part)
    if (reports.length >= MOST_KEPT) return
    reports.push({ ...report, message, stage, place, id, choices, preview, previewOf: what?.slice(0, 200) })
  }
}

/** Without a source map, a frame names a file of the build, whose name and lines change with each build. */
const OF_BUILD = /^(?:browser|server)\//

/** The innermost frame of the part, without what changes from build to build: version and column. */
function placeOf(frames: string[], part: string | undefined): string | undefined {
  const [, source, line, name = ''] =
    /^\S+ (.+):(\d+):\d+(?: (.+))?$/.exec(frames.find((each) => part && each.startsWith(`${part}@`)) ?? '') ?? []
  if (!source || OF_BUILD.test(source)) return undefined
  return loggableWords(`${source}:${line} ${name}`.trim()).slice(0, 200)
}
