/// <reference types="@marram/build/styles" />

/** Written by the build, see shared/build/src/bundling/provide-modules.ts. */
declare module '*/.cache/provide-browser' {
  export const provided: Record<string, [version: string, get: () => unknown]>
}
declare module '*/.cache/provide-server' {
  export const provide: Record<string, unknown>
}
