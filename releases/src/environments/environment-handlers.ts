import { currentDocument } from '../discovery/current-document'
import type { Handlers } from '../handler'
import { names } from '../http/etag'
import { listCompositions, readCursor, showComposition } from '../live/compositions'
import { boardOf } from './board'
import { createEnvironment, listEnvironments, showEnvironment } from './environments'

export const liveHandlers = {
  listEnvironments: async ({ db }) => ({ environments: await listEnvironments(db) }),
  createEnvironment: ({ db }, input, { by }) => createEnvironment(db, { ...input, by }),
  showEnvironment: (context, { environment }) => showEnvironment(context, environment),
  showBoard: (context) => boardOf(context),
  listCompositions: ({ db }, { before, ...wanted }) =>
    listCompositions(db, { ...wanted, before: before === undefined ? undefined : readCursor(before) }),
  showComposition: ({ db }, { composition }) => showComposition(db, composition),
  everLive: async ({ everLive }, { environment, part, version }) => ({
    everLive: await everLive.has(part, version, environment),
  }),
  /** Edges ask several times a second: the text is made once. */
  discover: async ({ db }, { environment }, { request, reply }) => {
    const { etag, body } = await currentDocument(db, environment)
    reply.header('etag', etag).header('cache-control', 'no-cache')
    if (names(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(body)
  },
} satisfies Partial<Handlers>
