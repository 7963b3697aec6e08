import { describe, expect, it } from 'vitest'
import { root } from '../workspace'
import { contractComplaint } from './host-bump'
import { type HostContract, presentContract, recordedContract } from './host-contract'

const recorded: HostContract = {
  version: '1.2.3',
  names: ['@marram/sdk/toast: toast', '@marram/sdk/toast: type Toast', 'provided react'],
}
const changed = (change: Partial<HostContract>) => contractComplaint(recorded, { ...recorded, ...change })
const [toast = '', type = '', react = ''] = recorded.names
const more = [...recorded.names, '@marram/sdk/toast: useToasts']
const less = [toast, react]

describe('the host contract', () => {
  it('is the recorded one', () => {
    expect(contractComplaint(recordedContract(root), presentContract(root)) ?? 'recorded').toBe('recorded')
  })

  it('sees what sections use', () => {
    const { names } = presentContract(root)
    expect(names).toEqual(
      expect.arrayContaining([
        '@marram/sdk/router: Link',
        '@marram/sdk/router: type LoaderFunctionArgs',
        '@marram/sdk/api-client: get',
        'provided react',
        'provided antd/es/form',
        'provided @marram/sdk/toast',
      ]),
    )
    expect(names.filter((name) => name.includes('test'))).toEqual([])
  })
})

describe('a change of the host contract', () => {
  it('that adds an export needs a minor version', () => {
    const words = changed({ names: more })
    expect(words).toContain('Added: @marram/sdk/toast: useToasts.')
    expect(words).toContain('A minor bump is needed: set "version" in shared/sdk/package.json to 1.3.0 (it is 1.2.3)')
    expect(changed({ names: more, version: '1.2.4' })).toContain('minor bump is needed')
    expect(changed({ names: more, version: '1.3.0' })).toMatch(/^The host contract 1\.3\.0 is not recorded yet/)
    expect(changed({ names: more, version: '2.0.0' })).toMatch(/^The host contract 2\.0\.0 is not recorded yet/)
  })

  it('that takes an export or a type away needs a major version', () => {
    expect(changed({ names: less })).toContain('Removed: @marram/sdk/toast: type Toast.')
    expect(changed({ names: less, version: '1.3.0' })).toContain('A major bump is needed')
    expect(changed({ names: less, version: '2.0.0' })).toContain('is not recorded yet')
  })

  it('that renames needs a major version, and says both names', () => {
    const words = changed({ names: ['@marram/sdk/toast: notify', type, react], version: '1.3.0' })
    expect(words).toContain('Removed: @marram/sdk/toast: toast. Added: @marram/sdk/toast: notify. A major bump')
  })

  it('counts provided modules like exports', () => {
    expect(changed({ names: [...recorded.names, 'provided dayjs'] })).toContain('Added: provided dayjs. A minor bump')
    expect(changed({ names: [toast, type] })).toContain('Removed: provided react. A major bump')
  })

  it('that is none needs nothing but a recorded version', () => {
    expect(changed({})).toBeUndefined()
    expect(changed({ version: '1.2.4' })).toContain('is not recorded yet')
  })
})
