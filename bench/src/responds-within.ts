/** Resolves once the address responds with 200. Rejects if it does not within the time. */
export async function respondsWithin(url: string, ms: number): Promise<Response> {
  const until = Date.now() + ms
  for (;;) {
    const response = await fetch(url).catch(() => undefined)
    if (response?.ok) return response
    if (Date.now() > until) throw new Error(`${url} did not respond within ${ms / 1000} s`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
