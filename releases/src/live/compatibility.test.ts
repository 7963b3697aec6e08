import { type ReleaseManifest, releaseManifest } from '@marram/release-contract/release'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { problemsBeside } from './compatibility'

const manifestOf = ({ bytes }: FakeRelease): ReleaseManifest => releaseManifest.parse(JSON.parse(bytes.toString()))
const messages = (release: ReleaseManifest, beside: ReleaseManifest) =>
  problemsBeside(release, [beside]).map(({ message }) => message)

const names = fc.dictionary(
  fc.constantFrom('react', '@marram/sdk/toast', 'constructor'),
  fc.uniqueArray(fc.constantFrom('useState', 'toast', 'toString')),
  { noNullPrototype: true },
)

it('a section goes beside a shell exactly if that exports every name that it uses of each module', () => {
  fc.assert(
    fc.property(names, names, (uses, exports) => {
      const section = manifestOf(fakeSection('events', '2.1.0', { uses }))
      const shell = manifestOf(fakeShell('3.4.0', { exports }))
      const has = new Map(Object.entries(exports))
      const lacking = Object.entries(uses)
        .map(([module, used]) => ({ module, names: used.filter((name) => has.get(module)?.includes(name) === false) }))
        .filter((each) => each.names.length > 0)
      const expected = lacking.map(
        (each) =>
          `events 2.1.0 uses ${each.names.join(', ')} of ${each.module}, which shell 3.4.0 does not export. Promote a shell that does, or first a version of events that does without.`,
      )
      expect(messages(section, shell)).toEqual(expected)
      expect(messages(shell, section)).toEqual(expected)
    }),
  )
})

it('releases that declare no names, or no such module, are not judged by names', () => {
  const uses = { react: ['useState'] }
  expect(messages(manifestOf(fakeSection('events', '2.1.0', { uses })), manifestOf(fakeShell('3.4.0')))).toEqual([])
  const exports = { 'react-dom': ['createPortal'] }
  for (const section of [fakeSection('events', '2.1.0', { uses }), fakeSection('events', '2.1.0')])
    expect(messages(manifestOf(section), manifestOf(fakeShell('3.4.0', { exports })))).toEqual([])
})
