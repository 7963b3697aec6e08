import { lookAtNew } from '../gate/keep-current'
import type { Handlers } from '../handler'
import { completeUpload } from './complete-upload'
import { listParts, listVersions } from './listings'
import { beginUpload, receiveFile } from './uploads'

export const publishingHandlers = {
  listParts: async ({ db }) => ({ parts: await listParts(db) }),
  listVersions: async ({ db }, { part }) => ({ part, versions: await listVersions(db, part) }),
  beginUpload: async (context, { part, bytes }, { by, reply }) => {
    const progress = await beginUpload({ ...context, part }, bytes, by)
    reply.code(progress.complete ? 200 : 201)
    return progress
  },
  sendFile: async (context, { part, version, '*': path, bytes }) => {
    await receiveFile({ ...context, part }, version, path, bytes)
    return null
  },
  completeUpload: async (context, { part, version, integrity }, { by }) => {
    const done = await completeUpload({ ...context, part }, { version, by, integrity })
    if (done.changed) lookAtNew(context, { part, version })
    return { part, version, ...done }
  },
} satisfies Partial<Handlers>
