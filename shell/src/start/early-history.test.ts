// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest'
import { holdHistory, repeatHistory } from './early-history'

let seen: unknown[] = []
const router = ({ state }: PopStateEvent) => void seen.push(state)
const goTo = (state: string) => {
  history.replaceState(state, '')
  dispatchEvent(new PopStateEvent('popstate', { state }))
}

afterEach(() => {
  removeEventListener('popstate', router)
  seen = []
})

it('tells the router once, at the end, where the visitor went', () => {
  holdHistory()
  addEventListener('popstate', router)
  goTo('back')
  goTo('further back')
  expect(seen).toEqual([])
  repeatHistory()
  expect(seen).toEqual(['further back'])
  goTo('forward')
  expect(seen).toEqual(['further back', 'forward'])
})

it('says nothing where nobody went anywhere, or nothing was held', () => {
  holdHistory()
  addEventListener('popstate', router)
  repeatHistory()
  repeatHistory()
  expect(seen).toEqual([])
})
