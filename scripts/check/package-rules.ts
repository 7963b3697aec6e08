export type PackageRule = {
  /** Packages of ours that it may import, without `@marram/`. */
  may: string[]
  /** The message of a breach, if the list is not clear enough. */
  reason?: string
  /** The libraries that it may import, where not every declared one is allowed. */
  libraries?: string[]
  /** Folders in `src` from the top down, `http → pages`: none may import one that stands before it. */
  rooms?: string
  /** Folders in `src` that may import no other folder: what they need is given to them. */
  sealed?: string[]
  /** Folders that sealed ones may import all the same. */
  open?: string[]
  /** Files in `src` that put the rooms together. No room may import them. */
  top?: string[]
  /** The files by which other folders enter a folder, where that is not every file of it. */
  doors?: Record<string, string[]>
  /** It is tests from end to end, so that everything it imports is a development dependency. */
  isForTests?: boolean
}

const yardstick: PackageRule = {
  may: ['api-contract', 'release-contract', 'sdk', 'shell', 'mfe-account', 'mfe-content', 'mfe-events', 'mfe-quiz'],
  reason: 'a yardstick is made of the shell and the sections, and of nothing else',
}

/** Who may import whom, by folder (ARCHITECTURE.md). `mfe-*` stands for every section. */
export const packageRules: Record<string, PackageRule> = {
  'shared/api-contract': { may: [], libraries: ['zod'], reason: 'contracts may import zod alone' },
  'shared/release-contract': { may: [], libraries: ['zod'], reason: 'contracts may import zod alone' },
  'shared/sdk': { may: ['api-contract', 'release-contract'] },
  'tools/artwork': { may: [] },
  'shared/calendar': { may: [] },
  'shared/html': { may: [] },
  'shared/files': { may: [] },
  'shared/ui': {
    may: ['sdk', 'calendar', 'html'],
    reason: 'ui may import calendar, html and the SDK, never a domain',
  },
  'shared/server': { may: ['files'] },
  'shared/rendering': { may: ['release-contract'] },
  // It works where no server is. Of the SDK, what a page of its dev server asks the router.
  'shared/build': { may: ['files', 'release-contract', 'sdk'] },
  'shared/cli': { may: ['build', 'files', 'release-contract', 'releases'] },
  'shared/create-section': { may: ['release-contract'] },
  'shared/packing': { may: ['build', 'files', 'release-contract'] },
  'mfe-*': {
    may: ['api-contract', 'release-contract', 'sdk', 'ui'],
    reason: 'a section may import the contracts, sdk and ui',
  },
  shell: { may: ['api-contract', 'release-contract', 'sdk', 'ui', 'packing'] },
  edge: {
    may: ['api-contract', 'release-contract', 'calendar', 'files', 'rendering', 'server'],
    reason: 'the edge reaches shell and sections only as releases',
    top: ['main', 'server'],
    rooms: 'http → crawlers → previews → telemetry → pages → compositions → rendering → releases → requests → limits',
    sealed: ['telemetry', 'previews'],
    open: ['requests', 'limits'],
  },
  api: {
    may: ['api-contract', 'artwork', 'files', 'html', 'server'],
    top: ['main', 'app'],
    rooms:
      'operator → people → content-files → search → quiz → events → forms → comments → content → uploads → accounts → newsletter → mail → http → database',
  },
  releases: {
    may: ['api-contract', 'release-contract', 'build', 'files', 'rendering', 'server'],
    top: ['main', 'app'],
    rooms:
      'console → delivery → environments → schedule → notifications → previews → rollouts → publishing → clean-up → evidence → http → gate → discovery → trust → live → access → audit',
  },
  // Of its registry, what that exports.
  'releases/console': { may: ['release-contract', 'releases', 'ui'] },
  e2e: {
    may: ['api-contract', 'release-contract'],
    reason: 'journeys know addresses, not code',
    isForTests: true,
  },
  'e2e/fixtures/section': { may: ['release-contract', 'sdk', 'ui', 'build'], reason: 'it is made as any section is' },
  bench: {
    may: ['api-contract', 'release-contract', 'releases'],
    reason: 'the benchmark knows addresses, not code; of the registry, how it judges candidates',
  },
  'bench/one-build': yardstick,
  'bench/naive-federation': yardstick,
  'bench/next-zones': yardstick,
  'bench/single-spa': yardstick,
}

/** The folders of `scripts`. Its programs put the packages together, and may import files of each. */
export const scriptRule: PackageRule = {
  may: [],
  rooms: 'dev → testing → check → start → release → machine',
  doors: {
    check: ['check'],
    start: ['site', 'stopping', 'variables', 'ports', 'build-program.mjs'],
    release: ['build-part', 'first-trust', 'release-part'],
    machine: ['browser', 'debian', 'postgres'],
  },
}

/** Libraries that only some packages may use, even if others declare them. */
export const reserved: Record<string, string[]> = {
  // The shell's is what carries the calls of the SDK while pages are rendered.
  axios: ['shared/sdk', 'shell'],
  'react-router-dom': [
    'shared/sdk',
    'shared/build',
    'shell',
    'bench/one-build',
    'bench/naive-federation',
    'bench/single-spa',
    'releases/console',
  ],
  'react-router': [],
  '@module-federation/enhanced': ['shared/build', 'shell', 'bench/naive-federation'],
  '@module-federation/runtime-core': ['shell'],
  '@module-federation/sdk': ['releases'],
  fastify: ['edge', 'api', 'releases', 'shared/server'],
  'drizzle-orm': ['api', 'releases', 'shared/server'],
}

/** Packages that tests, tool configuration and scripts of every package may import. */
export const forDevelopment = ['build', 'testing']
export const developmentFiles = [
  '**/*.test.ts',
  '**/*.test.tsx',
  '**/testing/**',
  '**/*.config.ts',
  '**/*.config.js',
  'scripts/**',
]

/** Folders of a section that every feature of it may use. `art` holds pictures and no code. */
export const sharedBySection = ['layouts', 'components', 'art']
