import { SHELL } from '@marram/release-contract/release-files'
import { useInsertionEffect } from 'react'
import { useMatches } from 'react-router-dom'
import type { PageHandle } from '../federation/pages'

type Styles = HTMLLinkElement | HTMLStyleElement

/** Those that the run time has loaded, and those that are part of the document. */
const ofReleases = 'link[rel="stylesheet"], style[data-href]'

function sectionOf(element: Styles): string | undefined {
  const address = 'href' in element ? element.href : element.dataset.href
  const part = /\/releases\/files\/([^/]+)\//.exec(address ?? '')?.[1]
  return part === SHELL ? undefined : part
}

/**
 * Stylesheets of a section apply only while a page of the section is shown. They stay in the
 * document, because the run time that loaded them does not load them again.
 */
export function useSectionStyles(): void {
  const shown = (useMatches().at(-1)?.handle as PageHandle | undefined)?.section
  // Before any component of the new page can measure itself.
  useInsertionEffect(() => {
    const apply = () => {
      for (const element of document.querySelectorAll<Styles>(ofReleases)) {
        const section = sectionOf(element)
        if (section && element.sheet) element.sheet.disabled = section !== shown
      }
    }
    apply()
    const ending = new AbortController()
    // Pointing at a link loads styles of another section before its page.
    document.addEventListener('load', apply, { capture: true, signal: ending.signal })
    return () => ending.abort()
  }, [shown])
}
