import type { SectionDeclaration } from '@marram/release-contract/section'
export const pages = {
  '/olympiad/quiz/:slug': () => import('./quiz/quiz'),
  '/quiz-result': () => import('./results/results'),
  '/quiz-complete': () => import('./complete/complete'),
  '/quiz-response/:name/:phone': () => import('./response/response'),
}

export const section = {
  title: 'Quiz',
  host: '^1.0.0',
  settings: {
    '/quiz-result': { private: true, query: ['olympiad', 'sort', 'order', 'size', 'page'] },
    '/quiz-complete': { noIndex: true },
    '/quiz-response/:name/:phone': { private: true, query: ['certificate'] },
  },
  keptUntilLogout: { storagePrefixes: ['marram:quiz:'], databases: [] },
  searchPages: [{ path: '/quiz-result', title: 'Quiz results', about: 'The table of scores of the olympiad quizzes' }],
} satisfies SectionDeclaration<typeof pages>
