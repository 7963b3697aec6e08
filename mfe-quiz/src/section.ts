/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */
export const pages = {
  '/olympiad/quiz/:slug': () => import('./plain/plain'),
  '/quiz-result': () => import('./plain/plain'),
  '/quiz-complete': () => import('./plain/plain'),
  '/quiz-response/:name/:phone': () => import('./plain/plain'),
}
