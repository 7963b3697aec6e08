/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */
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
