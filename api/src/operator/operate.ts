import { isAbsolute } from 'node:path'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { isSame } from '../accounts/tokens'
import { Refusal } from '../http/refusal'
import type { ContentRevision } from '../http/response-cache'
import { OperatorMistake } from '../operator-mistake'
import { commands, type Given, type Input, type Task, type Workplace } from './commands'

/** An error of a file or folder that the operator named, or one below it. */
const words: Record<string, string> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'something on the way to it is not a folder',
  EISDIR: 'it is a folder, and should be a file',
  EEXIST: 'something else is there already',
  EACCES: 'this user may not use it',
  EPERM: 'this user may not use it',
  EROFS: 'its disk cannot be written',
  ENOSPC: 'its disk is full',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead nowhere',
}

/** Runs an operator command, here or in the running API. Paths are absolute. Throws `OperatorMistake`. */
export async function operate({ action, ...given }: Task, workplace: Workplace): Promise<object> {
  try {
    return await commands[action].run(workplace, given as Given)
  } catch (error) {
    // The store of files has an error of its own around that of the file system.
    const found = [error, (error as Error).cause] as (NodeJS.ErrnoException | undefined)[]
    const { code = '', path, syscall } = found.find((each) => each?.path) ?? {}
    if (!path || !words[code]) throw error
    const reason = code === 'ENOENT' && syscall === 'mkdir' ? 'no folder can be made there' : words[code]
    throw new OperatorMistake(`${path}: ${reason}`, { cause: error })
  }
}

const path = z.string().check(z.refine((text) => isAbsolute(text), 'must be an absolute path'))
const body = ({ needs }: { needs: Input[] }) =>
  z.object(Object.fromEntries(needs.map((input) => [input, ['folder', 'file'].includes(input) ? path : z.string()])))

/**
 * Operator commands in a running API, since only one process can open the embedded database. The route is not under /api,
 * so no edge passes it on, and it needs the token in the data folder.
 */
export async function operator(
  app: FastifyInstance,
  { revision, token, ...workplace }: Workplace & { revision: ContentRevision; token: string },
): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (!isSame(request.headers.authorization ?? '', `Bearer ${token}`)) throw new Refusal(401, 'Wrong token.')
  })
  for (const [action, command] of Object.entries(commands))
    app.post(`/operator/${action}`, { schema: { hide: true, body: body(command) } }, async (request) => {
      try {
        const data = await operate({ action, ...(request.body as object) } as Task, workplace)
        if (action === 'content/apply' || action.startsWith('comments/')) revision.forget()
        return { code: 200, data }
      } catch (error) {
        throw error instanceof OperatorMistake ? new Refusal(400, error.message) : error
      }
    })
}
