import { expect, it } from 'vitest'
import { urlOfReview } from './item-urls'

it.each([
  [['home', 'sports', 'tickets'], '/sports#experts'],
  [['tickets', 'about-us'], '/about-us#experts'],
  [['home'], '/about-us#experts'],
  [['nowhere'], '/about-us#experts'],
])('what is said of %j is on the page %s', (areas, url) => expect(urlOfReview(areas)).toBe(url))
