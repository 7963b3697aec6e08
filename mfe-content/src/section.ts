/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */
export const pages = {
  '/': () => import('./home/home'),
  '/publications': () => import('./publications/publications'),
  '/publication-details/:slug': () => import('./publications/publication'),
  '/digital-media': () => import('./digital-media/digital-media'),
  '/eco-shop': () => import('./plain/plain'),
  '/tech-initiatives': () => import('./plain/plain'),
  '/tech-initiatives/details/:slug': () => import('./plain/plain'),
  '/news': () => import('./news/news'),
  '/news/details/:slug': () => import('./news/news-item'),
  '/history/details/:slug': () => import('./history/history-item'),
  '/about-us': () => import('./plain/plain'),
  '/search': () => import('./search/search'),
  '/gallery': () => import('./gallery/gallery'),
  '/accessibility': () => import('./plain/plain'),
  '/privacy': () => import('./plain/plain'),
  '/contact': () => import('./plain/plain'),
}
