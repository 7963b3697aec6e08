export const roles = ['viewer', 'publisher', 'manager', 'edge', 'admin'] as const
export type Role = (typeof roles)[number]

export const stopKinds = ['kill', 'freeze', 'lock'] as const
export type StopKind = (typeof stopKinds)[number]
/** How each is ended. */
export const endings = { kill: 'revive', freeze: 'unfreeze', lock: 'unlock' } as const satisfies Record<
  StopKind,
  string
>
