import { containerName, type ReleaseManifest } from '@marram/release-contract/release'
import { expect, it } from 'vitest'
import { type FakeRelease, fakeSection, fakeShell } from '../testing/fake-release'
import { problemsBeside } from './compatibility'

const manifestOf = ({ bytes }: FakeRelease) => JSON.parse(String(bytes)) as ReleaseManifest

it('a release with the browser name of another one, from an earlier registry, does not go live beside it', () => {
  const events = { name: 'events', version: '1.0.0' }
  const live = [fakeShell('1.0.0'), fakeSection(events.name, events.version)].map(manifestOf)
  const container = containerName(events)
  expect(problemsBeside(manifestOf(fakeSection('content', '6.6.6')), live)).toEqual([])
  expect(problemsBeside(manifestOf(fakeSection('content', '6.6.6', { container })), live)).toEqual([
    {
      kind: 'container',
      releases: ['content@6.6.6', 'events@1.0.0'],
      message: `content 6.6.6 and events 1.0.0, which is live, are both called ${container} in browsers.`,
    },
  ])
})
