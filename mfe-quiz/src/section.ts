/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */
export const pages = {
  '/olympiad/quiz/:slug': () => import('./quiz/quiz'),
  '/quiz-result': () => import('./results/results'),
  '/quiz-complete': () => import('./complete/complete'),
  '/quiz-response/:name/:phone': () => import('./response/response'),
}
