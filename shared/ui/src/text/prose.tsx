import type { SafeHtml } from './safe-html'

/** Text from the server. `.prose` is styled by the shell alone. */
export function Prose({ html, className = '' }: { html: SafeHtml; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the one place for HTML, which its type says is sanitised
  return <div className={`prose ${className}`} dangerouslySetInnerHTML={{ __html: html }} />
}
