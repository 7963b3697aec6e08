import type { board, environmentShown } from '@marram/release-contract/calls/environments'
import type { z } from 'zod'

export type EnvironmentShown = z.infer<typeof environmentShown>
/** What an environment serves of one part. */
export type State = EnvironmentShown['parts'][string]
export type Stop = EnvironmentShown['stops'][number]
export type BoardAnswer = z.infer<typeof board>
export type BoardEnvironment = BoardAnswer['environments'][number]
