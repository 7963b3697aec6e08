import type { SectionDeclaration } from '@marram/release-contract/section'
import { afterAntd } from './registration/after-antd'

export const pages = {
  '/sports': () => import('./sports/sports'),
  '/sports-details/:slug': () => import('./sports/sport'),
  '/sports/registration': () => import('./old-registration'),
  '/olympiad': () => import('./olympiad/olympiads'),
  '/olympiad-details/:slug': () => import('./olympiad/olympiad'),
  '/olympiad/registration': () => import('./old-registration'),
  '/tickets': () => import('./tickets/tickets'),
  '/tickets-details/:slug': () => import('./tickets/ticket'),
  '/exhibitions': () => import('./exhibitions/exhibitions'),
  '/exhibition-details/:slug': () => import('./exhibitions/exhibition'),
  '/submissions': () => import('./submissions/submissions'),
  '/submission-details/:slug': () => import('./submissions/submission'),
  '/submission/registration': () => afterAntd(() => import('./registration/submission')),
  '/courses': () => import('./courses/courses'),
  '/campaign-events': () => import('./campaign-events/campaign-events'),
  '/campaign-events/details/:slug': () => import('./campaign-events/campaign-event'),
  '/event/registration/:id': () => afterAntd(() => import('./registration/registration')),
}

/** Of the kinds whose items have pages of their own. The third word is the API's name for the kind. */
const lists = [
  ['campaigns', 'Campaigns', 'event', '/api/events/', '/campaign-events/details/:slug'],
  ['sports', 'Sports', 'sport', '/api/sports/open', '/sports-details/:slug'],
  ['exhibitions', 'Exhibitions', 'exhibition', '/api/exhibitions/open', '/exhibition-details/:slug'],
  ['olympiads', 'Olympiad', 'olympiad', '/api/olympiad/', '/olympiad-details/:slug'],
  ['tickets', 'Tickets', 'ticket', '/api/tickets/open', '/tickets-details/:slug'],
  ['submissions', 'Submissions', 'submission', '/api/submission/open', '/submission-details/:slug'],
] as const

export const section = {
  title: 'Events',
  host: '^1.0.0',
  settings: {
    '/sports/registration': { noIndex: true },
    '/olympiad/registration': { noIndex: true },
    '/submission/registration': { requiresLogin: true },
    '/courses': { query: ['q'] },
    '/campaign-events': { query: ['month', 'kind', 'place', 'view', 'page'] },
    '/event/registration/:id': { query: ['event'] },
  },
  keptUntilLogout: { storagePrefixes: ['marram:draft:'], databases: ['marram-drafts'] },
  sitemap: [
    ...lists.map(([, , kind, list, page]) => ({ list, kind, page })),
    { list: '/api/exhibitions/close', kind: 'exhibition', page: '/exhibition-details/:slug' },
  ],
  calendar: {
    file: '/events.ics',
    lists: [
      ...lists.map(([kind, title, , list, page]) => ({ kind, title, list, page })),
      { kind: 'courses', title: 'Courses', list: '/api/courses/', page: '/courses' },
    ],
  },
  searchKinds: [
    { kind: 'sport', title: 'Sport', plural: 'Sports' },
    { kind: 'olympiad', title: 'Olympiad', plural: 'Olympiad' },
    { kind: 'ticket', title: 'Ticket', plural: 'Tickets' },
    { kind: 'exhibition', title: 'Exhibition', plural: 'Exhibitions' },
    { kind: 'submission', title: 'Submission', plural: 'Submissions' },
    { kind: 'course', title: 'Course', plural: 'Courses' },
    { kind: 'event', title: 'Event', plural: 'Campaign & Events' },
  ],
  searchPages: [
    { path: '/sports', title: 'Sports', about: 'Runs, rides and swims along the coast: dates and registration' },
    { path: '/olympiad', title: 'Olympiad', about: 'Quizzes and a spring final for schools: dates and registration' },
    { path: '/tickets', title: 'Tickets', about: 'Concerts and evenings that pay for the fieldwork' },
    { path: '/exhibitions', title: 'Exhibitions', about: 'Touring shows about heat, water and memory, open and past' },
    { path: '/submissions', title: 'Submissions', about: 'Open calls: send in what you have made or measured' },
    {
      path: '/submission/registration',
      title: 'Send in your own work',
      about: 'How to send us texts and photographs, where a form for them is open',
    },
    { path: '/courses', title: 'Courses', about: 'Learn with us: classes, walks and workshops' },
    { path: '/campaign-events', title: 'Campaign & Events', about: 'Surveys, planting days and meetings near you' },
  ],
} satisfies SectionDeclaration<typeof pages>
