/** One key for as long as the same form values are sent, so that a repeated attempt counts once. */
export function idempotencyKeys() {
  let last: { content: string; key: string } | undefined
  return {
    keyFor(content: unknown): string {
      const text = JSON.stringify(content)
      if (last?.content !== text) last = { content: text, key: newKey() }
      return last.key
    },
    /** After a success: the same content then counts again. */
    forget: () => {
      last = undefined
    },
  }
}

/** `randomUUID` exists on secure origins only. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-')
