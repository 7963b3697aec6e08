/** Content that cannot be taken, or a folder that cannot hold it, said so that an operator can mend it. No content was changed. */
export class ContentMistake extends Error {
  override readonly name = 'ContentMistake'
}
