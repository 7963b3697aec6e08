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
    '/login': { noIndex: true, query: ['from', 'why'] },
    '/register': { noIndex: true, query: ['from'] },
    '/account': { requiresLogin: true },
    // Their addresses have tokens of mails.
    '/password': { private: true },
    '/newsletter': { private: true },
  },
  searchPages: [
    { path: '/login', title: 'Log in', about: 'With your phone number and password' },
    { path: '/register', title: 'Register', about: 'Create an account' },
    { path: '/password', title: 'Forgotten password', about: 'How to get into your account again' },
    {
      path: '/newsletter',
      title: 'Newsletter',
      about: 'How to join the list of our letter by e-mail, and how to leave it',
    },
    // Other hosts of the API change an account on request alone, which the page says there.
    {
      path: '/account',
      title: 'Your account',
      about: 'How to change your details or password, log out everywhere, or delete the account',
    },
  ],
} satisfies SectionDeclaration<typeof pages>
