import path from 'node:path'
import type { WorkspacePackage } from './packages'

/** `art` holds pictures and no code. */
const SHARED_FOLDERS = new Set(['layouts', 'components', 'art'])

/** Inside a section a feature imports its own folder, ../api, ../layouts, ../components and ../art, never a sibling feature. */
export function featureComplaints(each: WorkspacePackage): string[] {
  if (!each.label.startsWith('mfe-')) return []
  return each.sources.flatMap((source) =>
    source.imports.flatMap(({ specifier }) => {
      if (!specifier.startsWith('.')) return []
      const from = featureOf(source.relative)
      const target = path
        .relative(each.folder, path.resolve(path.dirname(source.file), specifier))
        .split(path.sep)
        .join('/')
      const to = featureOf(target)
      if (!from || !to || from === to || SHARED_FOLDERS.has(to)) return []
      return [
        `${each.label}/${source.relative}: imports ${specifier}; the feature ${from} may not use its sibling ${to}`,
      ]
    }),
  )
}

/** `src/sports/sport.tsx` belongs to `sports`; files directly in `src` belong to no feature. */
function featureOf(relative: string): string | undefined {
  const [src, feature, ...rest] = relative.split('/')
  return src === 'src' && feature && rest.length > 0 ? feature : undefined
}
