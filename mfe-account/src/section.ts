import type { SectionDeclaration } from '@marram/release-contract/section'
/** Pages by pattern, each loaded when it is asked for. */
export const pages = {
  '/login': () => import('./login/login'),
  '/register': () => import('./register/register'),
  '/account': () => import('./account/account'),
  '/password': () => import('./password/password'),
  '/newsletter': () => import('./newsletter/newsletter'),
}

export const section = {
  title: 'Account',
  host: '^1.0.0',
  settings: {
    '/login': { noIndex: true, query: ['from'] },
    '/register': { noIndex: true, query: ['from'] },
    '/account': { requiresLogin: true },
    // Their addresses have tokens of mails.
    '/password': { private: true },
    '/newsletter': { private: true },
  },
} satisfies SectionDeclaration<typeof pages>
