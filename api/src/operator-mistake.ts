/** A mistake that an operator can correct. The message is for the command line; nothing was changed. */
export class OperatorMistake extends Error {
  override readonly name = 'OperatorMistake'
}
