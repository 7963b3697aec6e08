import type { SectionRelease, ShellRelease } from '@marram/release-contract/release'
import { describe, expect, it } from 'vitest'
import { differenceOf } from './difference'

const file = (size: number, name = 'a') => ({ size, integrity: `sha384-${name.repeat(64)}` })

const section = (given: Partial<SectionRelease> = {}): SectionRelease => ({
  format: 1,
  kind: 'section',
  name: 'mfe-events',
  version: '1.0.0',
  revision: null,
  title: 'Events',
  host: '^1.0.0',
  container: 'mfe_events_1_0_0',
  server: 'server/index.js',
  entry: 'browser/remoteEntry.js',
  expose: [],
  requires: ['react'],
  ranges: { react: '^19.0.0' },
  pages: [{ pattern: '/sports', files: [], needs: [] }],
  files: {
    'browser/remoteEntry.js': file(1000),
    'browser/static/js/sports.0123456789.js': file(5000),
    'browser/static/js/sports.0123456789.js.map': file(9000),
    'server/index.js': file(3000),
  },
  ...given,
})

describe('the difference between two releases', () => {
  it('is empty for the same bytes', () => {
    const { sizes, ...rest } = differenceOf(section(), section({ version: '1.0.1' }))
    expect(rest).toEqual({ files: [], patterns: [], modules: [] })
    expect(sizes).toEqual([
      { name: 'For browsers', before: 6000, after: 6000 },
      { name: 'For servers', before: 3000, after: 3000 },
    ])
  })

  it('lists a file once, whatever digest its name has, and leaves source maps out', () => {
    const { files } = differenceOf(
      section(),
      section({
        files: {
          'browser/remoteEntry.js': file(1000),
          'browser/static/js/sports.abcdef0123.js': file(5200, 'b'),
          'browser/static/js/sports.abcdef0123.js.map': file(1),
          'browser/static/js/new.abcdef0123.js': file(10),
        },
      }),
    )
    expect(files).toEqual([
      { name: 'browser/static/js/new.js', before: null, after: 10 },
      { name: 'browser/static/js/sports.js', before: 5000, after: 5200 },
      { name: 'server/index.js', before: 3000, after: null },
    ])
  })

  it('covers addresses, how they are shown, and shared modules', () => {
    const page = { files: [], needs: [] }
    const { patterns, modules } = differenceOf(
      section(),
      section({
        navigation: [{ slot: 'more', title: 'Tides', path: '/tides' }],
        host: '^1.1.0',
        requires: ['react', 'antd/es/button'],
        ranges: { react: '^19.1.0' },
        pages: [
          { pattern: '/sports', requiresLogin: true, ...page },
          { pattern: '/tides', ...page },
        ],
      }),
    )
    expect(patterns).toEqual([
      { name: '/sports', before: 'for everybody', after: 'needs a login' },
      { name: '/tides', before: null, after: 'for everybody' },
      { name: 'Tides in the navigation (more)', before: null, after: '/tides' },
    ])
    expect(modules).toEqual([
      { name: 'antd/es/button', before: null, after: 'any' },
      { name: 'host contract', before: '^1.0.0', after: '^1.1.0' },
      { name: 'react', before: '^19.0.0', after: '^19.1.0' },
    ])
  })

  it('covers the provided modules of a shell', () => {
    const { entry: _entry, container: _container, ...common } = section()
    const shell = (versions: Record<string, string>): ShellRelease => ({
      ...common,
      kind: 'shell',
      name: 'shell',
      host: '1.0.0',
      entry: [],
      fonts: [],
      icon: 'browser/icon.svg',
      boot: 'browser/boot.js',
      provides: {},
      versions,
    })
    expect(differenceOf(shell({ react: '19.0.0' }), shell({ react: '19.1.0' })).modules).toEqual([
      { name: 'react', before: '19.0.0', after: '19.1.0' },
    ])
  })
})
