/** Content that cannot be taken, said so that its writer can mend it. Nothing was changed. */
export class ContentMistake extends Error {
  override readonly name = 'ContentMistake'
}
