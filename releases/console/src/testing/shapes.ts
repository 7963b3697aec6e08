import { type Board, board } from '@marram/release-contract/calls/environments'
import type { BoardEnvironment, State } from '../shapes'

const moment = '2026-05-01T12:00:00Z'

/** What an environment serves of a part, as the registry sends it: 1.0.0 for everybody by default. */
export const stateOf = (given: Partial<State> = {}): State => ({
  stable: '1.0.0',
  candidate: null,
  traffic: 0,
  group: null,
  strategy: null,
  salt: 'x',
  revision: 1,
  changedAt: moment,
  waitsFor: null,
  history: [{ version: given.stable ?? '1.0.0', at: moment, by: 'Ann' }],
  ...given,
})

export const strategyOf = (given: Partial<NonNullable<State['strategy']>> = {}): NonNullable<State['strategy']> => ({
  kind: 'linear',
  steps: [
    { traffic: 40, seconds: 600 },
    { traffic: 80, seconds: 600 },
  ],
  step: 0,
  due: '2026-05-01T12:10:00Z',
  paused: null,
  needsEvidence: false,
  ...given,
})

export const environmentOf = (
  parts: Record<string, State>,
  given: Partial<BoardEnvironment> = {},
): BoardEnvironment => ({
  environment: 'production',
  revision: 7,
  composition: '0123456789ab',
  stops: [],
  parts,
  edges: [],
  health: {},
  ...given,
})

/** The board, in a form that the registry could have sent: anything else throws. */
export const boardOf = (...environments: BoardEnvironment[]): Board => {
  const names = [...new Set(environments.flatMap(({ parts }) => Object.keys(parts)))]
  const parts = names.map((part) => ({ part, kind: 'section', title: part, latest: '1.1.0' }))
  return board.parse({ since: moment, parts, environments })
}
