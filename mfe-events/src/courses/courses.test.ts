import { matching } from '@marram/ui/matching'
import { expect, test } from 'vitest'
import { courseCards } from './courses'

const course = {
  slug: 'gauge',
  image: '',
  title: 'Build a tide gauge',
  description: '<p>With a drainpipe &amp; the caf&eacute;’s barrel.</p>',
  date: '2999-01-01',
  link: null,
  form: null,
}

test('all words are searched for, in title and text, without case and accents', () => {
  expect(matching('TIDE cafe')(course)).toBe(true)
  expect(matching("café's")(course)).toBe(true)
  expect(matching('tide knitting')(course)).toBe(false)
})

test('a card links to the site of the course, else to its form, else nowhere', () => {
  const [own, elsewhere, nowhere] = courseCards([
    { ...course, form: 'course-place' },
    { ...course, link: 'https://example.org/gauge', form: 'course-place' },
    course,
  ])
  expect(own).toMatchObject({ to: '/event/registration/course-place?event=gauge', isElsewhere: false })
  expect(elsewhere).toMatchObject({ to: 'https://example.org/gauge', isElsewhere: true })
  expect(nowhere?.to).toBeUndefined()
})

test.each(['javascript:alert(1)', 'not an address', '//'])('%s is not linked', (link) => {
  expect(courseCards([{ ...course, link }])[0]?.to).toBeUndefined()
})

test('a course that has begun shows that, and links to no form; one without a form has no registration', () => {
  const form = 'course-place'
  const cards = courseCards([{ ...course, form, date: '2020-01-01' }, { ...course, form }, course])
  expect(cards.map(({ state, to }) => [state, to !== undefined])).toEqual([
    ['over', false],
    ['open', true],
    ['none', false],
  ])
})
