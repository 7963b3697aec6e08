import path from 'node:path'
import { dependencyComplaints } from '../boundaries/dependencies'
import { featureComplaints } from '../boundaries/features'
import { importComplaints } from '../boundaries/imports'
import { readPackages } from '../boundaries/packages'
import { root, UsageError } from '../workspace'

/** Every import of the workspace against the table of who may import whom, and every dependency against the imports. Throws with each breach on a line. */
export function checkWorkspace(folder = root): { packages: number; files: number; imports: number } {
  const packages = readPackages(folder)
  const complaints = packages.flatMap((each) => [
    ...importComplaints(each),
    ...featureComplaints(each),
    ...dependencyComplaints(each),
  ])
  const files = packages.reduce((sum, each) => sum + each.sources.length, 0)
  const imports = packages.reduce(
    (sum, each) => sum + each.sources.reduce((count, source) => count + source.imports.length, 0),
    0,
  )
  // A check that sees nothing must not look like one that finds nothing.
  if (packages.length === 0 || files === 0 || imports === 0)
    throw new UsageError(`${path.basename(folder)}: no package, file or import was found to check`)
  if (complaints.length > 0) throw new UsageError(complaints.join('\n'))
  return { packages: packages.length, files, imports }
}
