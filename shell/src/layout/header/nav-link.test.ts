import { expect, it } from 'vitest'
import { mainItems, moreItems } from '../site'
import { currentMark } from './nav-link'

const marks = (pathname: string) =>
  [...mainItems, ...moreItems].flatMap((item) => {
    const mark = currentMark(item, pathname)
    return mark ? [`${item.title} ${mark}`] : []
  })

it.each([
  ['/', ['Home page']],
  // The result of useMarkedPath for an address without a page.
  ['', []],
  ['/publications', ['Publications page']],
  ['/publication-details/dune-atlas', ['Publications true']],
  ['/tech-initiatives/details/tide-power', ['Tech Initiatives true']],
  ['/sports-details/first-light-run', ['Sports true']],
  ['/olympiad', ['Olympiad page']],
  ['/olympiad-details/spring', ['Olympiad true']],
  ['/olympiad/quiz/spring', ['Olympiad true']],
  ['/quiz-response/Ada/0123456789', ['Olympiad true']],
  ['/tickets-details/night', ['Tickets true']],
  ['/exhibition-details/heat', ['Exhibitions true']],
  ['/submission/registration', ['Submissions true']],
  ['/submission-details/reef', ['Submissions true']],
  ['/news/details/oak', ['News true']],
  ['/history/details/oak', ['News true']],
  ['/campaign-events/details/planting', ['Campaign & Events true']],
  ['/event/registration/sports-entry', []],
  ['/login', []],
  ['/sportswear', []],
])('on %s the navigation marks %j', (pathname, expected) => {
  expect(marks(pathname)).toEqual(expected)
})
