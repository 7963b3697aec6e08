import type { DeclaredPage } from '@marram/release-contract/section'
import type { ComponentType } from 'react'
import type { ActionFunction, LoaderFunction } from 'react-router-dom'

/** The exports of a page module, with React Router's names. */
export type PageModule = {
  loader?: LoaderFunction
  action?: ActionFunction
  Component: ComponentType
  ErrorBoundary?: ComponentType
  /** Fetches what the loader needs besides data. Called when a visitor may open the page soon. */
  prepare?: () => void
}

/** What a section exposes. `version` and `forget` are added by its build. */
export type SectionModule = {
  pages: Record<string, () => Promise<PageModule>>
  version: string
  forget: () => void
}

/** Loaded page modules by section and pattern. `load` may fail; `peek` returns what has been loaded. */
export interface Pages {
  /** `address` is the target of the navigation. */
  load(section: string, pattern: string, address?: string): Promise<PageModule>
  peek(section: string, pattern: string): PageModule | undefined
}

/** A section cannot be shown: no release of it could be loaded. */
export class SectionUnavailable extends Error {
  override readonly name = 'SectionUnavailable'
}

/** What the edge and start-up need to know of a matched route. */
export type PageHandle = DeclaredPage & { section: string }
