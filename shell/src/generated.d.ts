/// <reference types="@marram/federation/styles" />

/** Written by the build, see @marram/federation/provide-modules. */
declare module '*/.cache/provide-browser' {}
declare module '*/.cache/provide-server' {
  export const provide: Record<string, unknown>
}
