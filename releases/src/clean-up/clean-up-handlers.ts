import type { Handlers } from '../handler'
import { abandonedUploads } from './abandoned-uploads'
import { cleanUp } from './clean-up'
import { releasesByUse } from './unused-releases'

export const cleanUpHandlers = {
  listUnused: async ({ db, now }, { days, uploadSeconds }) => {
    const { unused: releases, kept } = await releasesByUse(db, days, now())
    return { days, uploadSeconds, releases, kept, uploads: await abandonedUploads(db, uploadSeconds, now()) }
  },
  cleanUp: (context, input, { by }) => cleanUp(context, { ...input, by }),
} satisfies Partial<Handlers>
