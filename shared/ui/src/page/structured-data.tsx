import type { Thing } from './json-ld'

/** Describes the page to search engines: data that never runs. */
export function StructuredData({ of: thing }: { of: Thing | undefined }) {
  if (!thing) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', ...thing })
  // Escaped so that no text of an editor can end the element.
  return <script type="application/ld+json">{json.replaceAll('<', '\\u003c')}</script>
}
