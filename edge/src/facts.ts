import { randomBytes } from 'node:crypto'
import type { Opened, ReportedFault } from '@marram/release-contract/diagnostics'
import { type Logger, loggableWords } from '@marram/server/log'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Compositions } from './compositions'
import type { DiscoveryFeed } from './discovery-feed'
import { previewOf } from './previews/preview-cookie'
import type { RegistryTeller } from './registry-teller'
import { tellRegularly } from './tell-regularly'
import { visitorOf } from './visitor'

type Parts = {
  compositions: Pick<Compositions, 'choicesFor' | 'takeOpened'>
  previews: { whatOf: (request: FastifyRequest) => Promise<string | undefined> }
  feed: Pick<DiscoveryFeed, 'state'>
  registry: Pick<RegistryTeller, 'tell'>
  log: Logger
}
type BrowserReport = Omit<ReportedFault, 'id' | 'choices' | 'preview' | 'previewOf'> & { stack?: string | undefined }

/** So often the registry is told which document is served, where there is nothing else to tell. */
const STATE_MS = 5000
const MOST_REASON = 300

/** More than these are not kept while the registry is away. */
const MOST = 200

/** Tells the registry what is served and was opened here, and what browsers report, so that it can say why somebody saw something. */
export function registerFacts(app: FastifyInstance, { compositions, previews, feed, registry, log }: Parts) {
  const opened = new Map<string, Opened>()
  const reports: ReportedFault[] = []
  /** Under which it is known as long as it runs, and as nothing else. */
  const id = randomBytes(8).toString('hex')
  let lastState = ''
  let lastTold = Number.NEGATIVE_INFINITY
  const send = async () => {
    const { reason, ...state } = feed.state()
    const edge = { id, ...state, ...(reason !== undefined && { reason: reason.slice(0, MOST_REASON) }) }
    const isNews = JSON.stringify(edge) !== lastState || performance.now() - lastTold >= STATE_MS
    for (const one of compositions.takeOpened()) if (opened.size < MOST) opened.set(one.id, one)
    if (opened.size === 0 && reports.length === 0 && !isNews) return
    const told = { opened: [...opened.values()], reports: [...reports], edge }
    await registry.tell('diagnostics', told)
    for (const { id } of told.opened) opened.delete(id)
    reports.splice(0, told.reports.length)
    lastState = JSON.stringify(edge)
    lastTold = performance.now()
  }
  tellRegularly(app, send, { log, what: 'what was opened' })

  /** A report whose id stands on the visitor's screen. What else the edge knows of the visitor stays here. */
  return async ({ stack: _stack, ...report }: BrowserReport, request: FastifyRequest): Promise<void> => {
    const id = /^#([a-z0-9]{4,10}) /.exec(report.message)?.[1]
    if (id === undefined) return
    const visitor = visitorOf(request.raw)
    // Without its cookie nobody knows by which number the page was chosen, and one drawn now would tell a lie.
    const isTrue = ({ rule }: ReportedFault['choices'][string]) => rule === 'only' || !visitor.isNew
    const all = Object.entries(compositions.choicesFor(visitor.id))
    const choices = Object.fromEntries(all.filter(([, choice]) => isTrue(choice)))
    const message = loggableWords(report.message).slice(0, 300)
    const preview = previewOf(request) !== undefined
    const what = preview ? await previews.whatOf(request) : undefined
    if (reports.length >= MOST) return
    reports.push({ ...report, message, id, choices, preview, ...(what && { previewOf: what.slice(0, 200) }) })
  }
}
