import { get } from '@marram/sdk/api-client'
import { ApiError } from '@marram/sdk/api-error'
import { expect, test, vi } from 'vitest'
import { loader, subjectOf } from './contact'

vi.mock('@marram/sdk/api-client', () => ({ get: vi.fn() }))

test('each button of the site leads to its own texts', () => {
  const titles = ['volunteer', 'partner', 'donate'].map((subject) => subjectOf(subject).title)
  expect(titles).toEqual(['Volunteer with us', 'Become a partner', 'Give to Marram'])
})

test.each([null, '', 'unknown', 'Volunteer ', '__proto__', 'constructor'])('%j gets the general texts', (asked) => {
  expect(subjectOf(asked).title).toBe('Contact')
})

test('what a gift becomes is asked for and shown only to whoever wants to give, who can also give without it', async () => {
  const open = (query: string) =>
    loader({ request: new Request(`http://here.invalid/contact${query}`), params: {} } as never)
  vi.mocked(get).mockResolvedValueOnce({ title: 'Ten pounds', description: '<p>A fence.<script>1</script></p>' })
  expect((await open('?subject=donate')).donation).toMatchObject({ title: 'Ten pounds', text: '<p>A fence.</p>' })
  vi.mocked(get).mockRejectedValueOnce(new ApiError('network', 0, 'It is away.'))
  expect((await open('?subject=donate')).donation).toBeUndefined()
  expect((await open('?subject=partner')).donation).toBeNull()
  expect(get).toHaveBeenCalledTimes(2)
})
