import { z } from 'zod'

/** The result of `check`, else that of `wrong`: zod throws at the length of `{"length": {"toString": 1}}`. */
export function checkSent<Result>(check: () => Result, wrong: () => Result): Result {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return wrong()
  }
}

/** Data from any client, parsed by `schema`; undefined if it does not match. */
export const readSent = <Schema extends z.core.$ZodType>(schema: Schema, sent: unknown): z.output<Schema> | undefined =>
  checkSent(
    () => z.safeParse(schema, sent).data,
    () => undefined,
  )
