/// <reference types="@marram/build/styles" />

/** Written by the build, see shared/build/src/bundling/provide-modules.ts. */
declare module '*/.cache/provide-browser' {}
declare module '*/.cache/provide-server' {
  export const provide: Record<string, unknown>
}
