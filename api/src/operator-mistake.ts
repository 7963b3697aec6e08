/** What an operator can mend: the message is for whoever typed the command, and nothing was changed. */
export class OperatorMistake extends Error {
  override readonly name = 'OperatorMistake'
}
