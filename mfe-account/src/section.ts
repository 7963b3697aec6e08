/** Pages by pattern, each loaded when it is asked for. The patterns are those of section.json. */
export const pages = {
  '/login': () => import('./login/login'),
  '/register': () => import('./register/register'),
}
