import { expect, it } from 'vitest'
import { pathNames } from './calls/names'
import { compositionIdPattern, shortId } from './composition-id'
import { compositionId } from './resolve'

const today = compositionId({ shell: '1.0.0' })

it.each([today, shortId(today)])(
  '%s is a composition id, in today’s format or the earlier one of twelve digits',
  (id) => {
    expect(compositionIdPattern.test(id)).toBe(true)
    expect(pathNames.composition.safeParse(id).success).toBe(true)
    expect(pathNames.id.safeParse(id).success).toBe(true)
  },
)

it.each([today.slice(0, 11), `${today}0`, today.slice(0, 20), `preview-${today}`])(
  '%s is not a composition id',
  (id) => {
    expect(compositionIdPattern.test(id)).toBe(false)
  },
)
