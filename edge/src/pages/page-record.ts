import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LiveComposition, OwnedPage } from '../compositions/live-composition'
import type { ReadyPage } from './fast-path'

const owners = new WeakMap<FastifyRequest, OwnedPage>()
const unusable = new WeakMap<FastifyRequest, Record<string, string>>()
const putOff = new WeakMap<FastifyRequest, LiveComposition>()

/** By part, what the visitor was to have instead of what the page is made of. */
export const noteUnusable = (request: FastifyRequest, versions: Record<string, string>): void =>
  void unusable.set(request, versions)

export const unusableOf = (request: FastifyRequest): Record<string, string> => unusable.get(request) ?? {}

/** Of which composition the page would have been that somebody was to ask for again. */
export const notePutOff = (request: FastifyRequest, live: LiveComposition): void => void putOff.set(request, live)

export const putOffOf = (request: FastifyRequest): LiveComposition | undefined => putOff.get(request)

/** Whose page a request was for, so that logs need not name its address. */
export function notePage(request: FastifyRequest, owner: OwnedPage | undefined): void {
  if (owner) owners.set(request, owner)
}

export const ownerOfPage = (request: FastifyRequest): OwnedPage | undefined => owners.get(request)

/** What the log tells of an answer that is a page. */
export function pageFacts(request: FastifyRequest, reply: FastifyReply): Record<string, unknown> {
  const owner = ownerOfPage(request)
  const said = { composition: 'x-marram-composition', render: 'x-marram-render', cache: 'x-marram-cache' }
  const headers = Object.entries(said).flatMap(([name, header]) => {
    const value = reply.getHeader(header)
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(headers), ...ofOwner(owner) }
}

/** The same of a page that was kept. */
export const factsOf = ({ live, owner, page }: ReadyPage) => ({
  composition: live.id,
  render: page.origin,
  cache: 'hit',
  ...ofOwner(owner),
})

const ofOwner = (owner: OwnedPage | undefined) => owner && { section: owner.section, pattern: owner.page.pattern }
