/** A folder cannot be published as it is; the message says what to do. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem'
}
