import type { Handlers } from '../handler'
import { abort, canary, pause, promote, resume, rollBack, rollBackEnvironment } from './rollouts'

export const rolloutHandlers = {
  promote: (context, input, { by }) => promote(context, { ...input, by }),
  canary: (context, input, { by }) => canary(context, { ...input, by }),
  abort: (context, input, { by }) => abort(context, { ...input, by }),
  pause: (context, input, { by }) => pause(context, { ...input, by }),
  resume: (context, input, { by }) => resume(context, { ...input, by }),
  rollback: (context, input, { by }) => rollBack(context, { ...input, by }),
  rollbackEnvironment: (context, input, { by }) => rollBackEnvironment(context, { ...input, by }),
} satisfies Partial<Handlers>
