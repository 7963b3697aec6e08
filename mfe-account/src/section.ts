import type { SectionDeclaration } from '@marram/release-contract/section'
/** Pages by pattern, each loaded when it is asked for. */
export const pages = {
  '/login': () => import('./login/login'),
  '/register': () => import('./register/register'),
  '/account': () => import('./account/account'),
}

export const section = {
  title: 'Account',
  host: '^1.0.0',
  settings: {
    '/login': { noIndex: true, query: ['from', 'why'] },
    '/register': { noIndex: true, query: ['from'] },
    '/account': { requiresLogin: true },
  },
} satisfies SectionDeclaration<typeof pages>
