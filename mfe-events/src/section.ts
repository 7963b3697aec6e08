import { afterAntd } from './registration/after-antd'

/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */
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
