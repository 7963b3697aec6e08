import { expect, it } from 'vitest'
import { partName } from './section'

it.each(['events', 'mfe-events', 'a2'])('a part may have the name %s', (name) => {
  expect(partName.safeParse(name).success).toBe(true)
})

it.each(['constructor', '__proto__', 'Events', 'a', '2a', 'a b', ''])('a part may not have the name %j', (name) => {
  expect(partName.safeParse(name).success).toBe(false)
})
