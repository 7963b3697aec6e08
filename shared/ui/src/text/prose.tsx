import type { SafeHtml } from './safe-html'

/** HTML of the API. The shell styles `.prose`. */
export function Prose({ html, className = '' }: { html: SafeHtml; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML, which is sanitised by its type
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
