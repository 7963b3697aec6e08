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

/** Of the kinds whose items have pages of their own. */
const lists = [
  { kind: 'campaigns', title: 'Campaigns', list: '/api/events/', page: '/campaign-events/details/:slug' },
  { kind: 'sports', title: 'Sports', list: '/api/sports/open', page: '/sports-details/:slug' },
  { kind: 'exhibitions', title: 'Exhibitions', list: '/api/exhibitions/open', page: '/exhibition-details/:slug' },
  { kind: 'olympiads', title: 'Olympiad', list: '/api/olympiad/', page: '/olympiad-details/:slug' },
  { kind: 'tickets', title: 'Tickets', list: '/api/tickets/open', page: '/tickets-details/:slug' },
  { kind: 'submissions', title: 'Submissions', list: '/api/submission/open', page: '/submission-details/:slug' },
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
    ...lists.map(({ list, page }) => ({ list, page })),
    { list: '/api/exhibitions/close', page: '/exhibition-details/:slug' },
  ],
  calendar: {
    file: '/events.ics',
    lists: [...lists, { kind: 'courses', title: 'Courses', list: '/api/courses/', page: '/courses' }],
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
    { path: '/submission/registration', title: 'Send in your own work', about: 'A form for texts and photographs' },
    { path: '/courses', title: 'Courses', about: 'Learn with us: classes, walks and workshops' },
    { path: '/campaign-events', title: 'Campaign & Events', about: 'Surveys, planting days and meetings near you' },
  ],
} satisfies SectionDeclaration<typeof pages>
