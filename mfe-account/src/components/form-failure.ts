/** An answer came, and yet it did not work. The message is for the visitor. */
export class FormFailure extends Error {
  override readonly name = 'FormFailure'
}
