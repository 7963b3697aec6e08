import type { Board, EnvironmentShown } from '@marram/release-contract/calls/environments'

export type { EnvironmentShown }
/** What an environment serves of one part. */
export type State = EnvironmentShown['parts'][string]
export type BoardEnvironment = Board['environments'][number]
