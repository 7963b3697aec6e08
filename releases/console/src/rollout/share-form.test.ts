import { requestOf } from '@marram/releases/cli/testing/request-of'
import { describe, expect, it } from 'vitest'
import { type Values, YES } from '../forms/form'
import { environmentOf, stateOf, strategyOf } from '../testing/shapes'
import { shareForm } from './share-form'

const where = environmentOf({ events: stateOf({ revision: 3 }) })

/** The body of the form with these values on top of the initial ones; a text when there is a mistake. */
function sent(values: Values, begun = where) {
  const { fields, change } = shareForm(begun, 'events', '1.1.0')
  const planned = change({ ...Object.fromEntries(fields.map(({ name, value }) => [name, value ?? ''])), ...values })
  return typeof planned === 'string' ? planned : planned.input
}

describe('the form for a share or strategy', () => {
  it.each<[string, Values]>([
    ['--traffic 12.5', { traffic: '12.5' }],
    ['--traffic 0 --group both', { traffic: '0', group: 'both' }],
    ['--linear 10 --every 30m --without-evidence', { strategy: 'linear', percent: '10', every: '30m', evidence: '' }],
    ['--linear 20 --every 1h --group both', { strategy: 'linear', percent: '20', every: '1h', group: 'both' }],
    ['--steps 5@10m,50@pause,80@30s', { strategy: 'canary', evidence: YES, steps: '5@10m, 50@pause, 80@30s' }],
  ])('sends the same as the command %s', async (line, values) => {
    const request = await requestOf(`canary events 1.1.0 ${line} --revision 3`)
    expect(sent(values)).toEqual(request?.input)
  })

  it.each<[RegExp, Values]>([
    [/0 to 100/, { traffic: '' }],
    [/1 to 100/, { strategy: 'linear', percent: '0.5' }],
    [/how long each step lasts/, { strategy: 'linear', every: '' }],
    [/^Nothing is not a step/, { strategy: 'canary', steps: '' }],
    [/^5@soon is not a step such as 5@10m/, { strategy: 'canary', steps: '5@soon' }],
    [/^101@1h is not a step/, { strategy: 'canary', steps: '5@10m,101@1h' }],
    // With the registry's message, which would refuse it.
    [/more visitors than the one before it/, { strategy: 'canary', steps: '50@10m,50@10m' }],
    [/give less than 100 %/, { strategy: 'linear', percent: '100', evidence: YES }],
  ])('shows the mistake: %s', (words, values) => {
    expect(sent(values)).toMatch(words)
  })

  it('starts with the steps of the running strategy', () => {
    const running = { candidate: '1.1.0', traffic: 40, strategy: strategyOf({ needsEvidence: true }) }
    const begun = environmentOf({ events: stateOf(running) })
    expect(sent({ strategy: 'linear' }, begun)).toMatchObject({
      strategy: { kind: 'linear', percent: 40, seconds: 600, needsEvidence: true },
    })
    expect(sent({}, begun)).toMatchObject({ traffic: 40 })
    const steps = [
      { traffic: 5, seconds: 90 },
      { traffic: 40, seconds: 5400 },
      { traffic: 60, seconds: null },
    ]
    const chosen = environmentOf({ events: stateOf({ ...running, strategy: strategyOf({ kind: 'canary', steps }) }) })
    expect(sent({ strategy: 'canary' }, chosen)).toMatchObject({ strategy: { kind: 'canary', steps } })
  })
})
