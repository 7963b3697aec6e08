import type { SafeHtml } from './safe-html'

/** Text from the server. `.prose` is styled by the shell alone. */
export function Prose({ html, className = '' }: { html: SafeHtml; className?: string }) {
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
