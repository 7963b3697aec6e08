import type { SectionDeclaration } from '@marram/release-contract/section'

/** Pages by pattern, each loaded when it is asked for. */
export const pages = {
  '/': () => import('./home/home'),
  '/publications': () => import('./publications/publications'),
  '/publication-details/:slug': () => import('./publications/publication'),
  '/digital-media': () => import('./digital-media/digital-media'),
  '/eco-shop': () => import('./short-pages/eco-shop'),
  '/tech-initiatives': () => import('./initiatives/initiatives'),
  '/tech-initiatives/details/:slug': () => import('./initiatives/initiative'),
  '/news': () => import('./news/news'),
  '/news/details/:slug': () => import('./news/news-item'),
  '/history/details/:slug': () => import('./history/history-item'),
  '/about-us': () => import('./about/about'),
  '/search': () => import('./search/search'),
  '/gallery': () => import('./gallery/gallery'),
  '/accessibility': () => import('./short-pages/accessibility'),
  '/privacy': () => import('./short-pages/privacy'),
  '/contact': () => import('./short-pages/contact'),
}

export const section = {
  title: 'Content',
  host: '^1.0.0',
  settings: {
    '/': { query: ['news'] },
    '/publications': { query: ['q', 'category', 'page'] },
    '/digital-media': { query: ['category', 'page', 'film'] },
    '/tech-initiatives': { query: ['page'] },
    '/news': { query: ['category', 'page'] },
    '/search': { noIndex: true, query: ['q', 'kind', 'page'] },
    '/gallery': { query: ['page'] },
    '/contact': { query: ['subject'] },
  },
  sitemap: [
    { list: '/api/main-news/', page: '/news/details/:slug', feed: true },
    { list: '/api/news/', page: '/history/details/:slug', feed: true },
    { list: '/api/publications/', page: '/publication-details/:slug' },
    { list: '/api/tech-initiatives/', page: '/tech-initiatives/details/:slug' },
  ],
  searchKinds: [
    { kind: 'main-news', title: 'News', plural: 'News' },
    { kind: 'news', title: 'Report', plural: 'Reports' },
    { kind: 'publication', title: 'Publication', plural: 'Publications', tone: 'quiet' },
    { kind: 'media', title: 'Film', plural: 'Films', tone: 'courses' },
    { kind: 'initiative', title: 'Initiative', plural: 'Tech Initiatives' },
  ],
} satisfies SectionDeclaration<typeof pages>
