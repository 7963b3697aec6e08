import * as z from 'zod/mini'

/** Whether PostgreSQL can store a text: neither NUL nor half of a surrogate pair is allowed. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

/** The first mistake of a text, as an issue. */
export const without = (mistakeIn: (text: string) => string | undefined) =>
  z.check<string>(({ value, issues }) => {
    const message = mistakeIn(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
