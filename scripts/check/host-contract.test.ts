import { describe, expect, it } from 'vitest'
import { contractProblem, neededBump, presentContract, recordedContract, recordFile } from './host-contract'

const TOAST = '@marram/sdk/toast'
const toast = 'export declare function toast(given: Given): void;\n'
const type = 'type Given = {\n    message: string;\n};\n'

const contract = ({ version = '1.2.3', module = TOAST, text = type + toast, provided = ['react'] }) =>
  [`// host ${version}\n`, `// module ${module}\n${text}`, ...provided.map((name) => `// provided ${name}\n`)].join(
    '\n',
  )
const recorded = contract({})
const after = (text: string, version = '1.2.3') => contractProblem(recorded, contract({ version, text }))

describe('the host contract', () => {
  const present = presentContract()

  it('equals the recorded one', () => {
    // Checked first, so that vitest's `-u` cannot record a contract that needs another version.
    expect(neededBump(recordedContract(), present) ?? 'no other version is needed').toBe('no other version is needed')
    return expect(present).toMatchFileSnapshot(recordFile)
  })

  it('contains the signatures that sections use, and no tests', () => {
    expect(present).toContain('export declare function get<E extends AnyEndpoint>(endpoint: E')
    expect(present).toMatch(/export \{ .*\bLink\b.* \} from 'react-router-dom'/)
    for (const name of ['react', 'antd/es/form', TOAST]) expect(present).toContain(`\n// provided ${name}\n`)
    expect(present).toContain(`\n// module ${TOAST}\n`)
    expect(present).not.toMatch(/^\/\/ module .*test/m)
  })
})

describe('a change of the host contract', () => {
  it('that adds an export needs a minor version', () => {
    const more = `${type}${toast}export declare const useToasts: () => void;\n`
    expect(after(more)).toContain(`Added: ${TOAST}: useToasts. A minor bump is needed`)
    expect(after(more)).toContain('set "version" in shared/sdk/package.json to 1.3.0 (it is 1.2.3)')
    expect(after(more, '1.2.4')).toContain('minor bump is needed')
    expect(after(more, '1.3.0')).toMatch(/^The host contract 1\.3\.0 is not recorded yet/)
    expect(after(more, '2.0.0')).toMatch(/^The host contract 2\.0\.0 is not recorded yet/)
  })

  it('that removes an export needs a major version', () => {
    expect(after(type)).toContain(`Removed: ${TOAST}: toast.`)
    expect(after(type, '1.3.0')).toContain('A major bump is needed')
    expect(after(type, '2.0.0')).toContain('is not recorded yet')
  })

  it('that renames needs a major version, and reports both names', () => {
    const renamed = type + toast.replace('toast', 'notify')
    expect(after(renamed, '1.3.0')).toContain(`Removed: ${TOAST}: toast. Added: ${TOAST}: notify. A major bump`)
  })

  it.each([
    ['a parameter', type + toast.replace('given: Given', 'given: Given, life: number'), 'toast'],
    ['a result', type + toast.replace('void', 'number'), 'toast'],
    ['a type that is not exported', type.replace('string', 'number') + toast, 'Given'],
  ])('that changes %s needs a major version', (_, text, name) => {
    expect(after(text, '1.3.0')).toContain(`Changed: ${TOAST}: ${name}. A major bump is needed`)
    expect(after(text, '2.0.0')).toContain('is not recorded yet')
  })

  it('includes the module that a name is exported from', () => {
    const router = (source: string) =>
      contract({ module: '@marram/sdk/router', text: `export { Link } from '${source}';\n` })
    expect(contractProblem(router('react-router-dom'), router('./link'))).toContain(
      'Changed: @marram/sdk/router: Link.',
    )
  })

  it('counts provided modules like exports', () => {
    const provided = (...names: string[]) => contractProblem(recorded, contract({ provided: names }))
    expect(provided('react', 'dayjs')).toContain('Added: provided dayjs. A minor bump')
    expect(provided()).toContain('Removed: provided react. A major bump')
  })

  it('that changes nothing needs only a recorded version', () => {
    expect(after(type + toast)).toBeUndefined()
    expect(after(type + toast, '1.2.4')).toContain('is not recorded yet')
  })
})
