declare module 'react-refresh/runtime' {
  export function performReactRefresh(): void
}

interface ImportMeta {
  /** Of the bundler, where updates are taken in place. */
  webpackHot?: { addStatusHandler(see: (status: string) => void): void }
}
