import { escapeHtml } from '../pages/escape-html'

const styles =
  'position:fixed;inset:auto 0 0;z-index:2000;display:flex;gap:12px 24px;flex-wrap:wrap;justify-content:center;align-items:center;' +
  'padding:10px 20px;background:#3b1d54;color:#fff;font:600 15px/1.5 system-ui,sans-serif'

/** Stands on every page of a preview, outside what shell and sections render; works without JavaScript. */
export function previewBanner({ what, expiresAt, exit }: { what: string; expiresAt: string; exit: string }): string {
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  return (
    `<aside id="marram-preview" aria-label="Preview" style="${styles}">` +
    `<span>Preview of ${escapeHtml(what)}, not the live site. Until ${until} UTC.</span>` +
    `<a href="${escapeHtml(exit)}" style="color:#fff;text-decoration:underline">Leave the preview</a></aside>`
  )
}
