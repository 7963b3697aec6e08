import { expect, test } from 'vitest'
import { matching } from './matching'

const item = {
  title: 'Élodie’s tide tables',
  description: '<p>Six thousand <b>ti</b>des &amp; one caf&eacute;, from Ålesund to Sallow Point.</p>',
}

test.each(['tide', 'TIDE', 'elodie', 'Élodie', "elodie's", 'alesund', 'CAFÉ', 'tides café', ' point   six '])(
  '“%s” is found, however it is spelled',
  (q) => {
    expect(matching(q)(item)).toBe(true)
  },
)

test.each(['oak', 'tide oak', 'eacute', '<b>'])('“%s” is not found', (q) => {
  expect(matching(q)(item)).toBe(false)
})
