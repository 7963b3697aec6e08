import { expect, it } from 'vitest'
import { urlOfReview } from './item-urls'

it.each([
  [['home', 'sports', 'tickets'], '/sports#experts'],
  [['tickets', 'about-us'], '/about-us#experts'],
  [['home'], '/about-us#experts'],
  [['nowhere'], '/about-us#experts'],
])('links a review of %j to the page %s', (areas, url) => expect(urlOfReview(areas)).toBe(url))
