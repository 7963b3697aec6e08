import * as z from 'zod/mini'

/** The first mistake of a text, as an issue. */
export const without = (mistakeIn: (text: string) => string | undefined) =>
  z.check<string>(({ value, issues }) => {
    const message = mistakeIn(value)
    if (message) issues.push({ code: 'custom', message, input: value })
  })
